// Make: sheets, books, boxes and what printers take, one job at a time, with its files, its findings and the command that does the same.

import { element } from "./cards.js";
import { phrase, plural, say } from "./language.js";
import { line } from "./findings.js";
import { about, store } from "./store.js";

const $ = (id) => document.getElementById(id);
const form = $("make-form");
const KINDS = {
  sheets: { does: phrase("Make the sheets"), hint: phrase("Pages to print and cut at home."), title: phrase("Sheets") },
  books: { does: phrase("Make the rulebook"), hint: phrase("For the screen, and for each paper."), title: phrase("Rulebook") },
  boxes: { does: phrase("Make the boxes"), hint: phrase("To print, cut out, fold and glue, dressed from the game's own art."), title: phrase("Boxes") },
  export: { does: phrase("Make what it takes"), hint: phrase("Cards are checked for this printer first; with an error nothing is written."), title: phrase("For a printer") },
  sets: { does: phrase("Make the set"), hint: phrase("A folder and a ZIP to give away or to sell: START HERE, cards for every printer, rulebooks, a box."), title: phrase("Complete set") },
  calibration: { does: phrase("Make the sheet"), hint: phrase("How far does your printer lay the backs off? The sheet shows it, and backs are moved by what you read."), title: phrase("Calibration") },
  printed: { title: phrase("Printed") },
  calibrate: { title: phrase("Calibration") },
  "calibration-sheet": { title: phrase("Calibration sheet") },
};
// The fields of each kind, by the names that orders have for them.
const FIELDS = {
  sheets: ["paper", "layout", "flip", "ink", "variant", "players", "changed", "cards", "copies", "order", "stamp", "share", "draft", "printer_name"],
  books: ["paper", "booklet"],
  boxes: ["paper", "ink", "thickness", "cards", "sleeved", "tray", "together"],
  export: ["printer", "variant", "players", "cards", "copies", "stamp", "force"],
  sets: ["paper"],
  calibration: ["paper", "flip", "landscape", "check", "printer_name", "x", "y", "rotation"],
};
let choices = null;
let told = { version: -1, jobs: [] };
let place = () => {};
let toast = () => {};

export function initMake(goTo, sayShortly) {
  [place, toast] = [goTo, sayShortly];
  const bothFirst = [["a4,letter", say("A4 and Letter")], ...about.papers.map((paper) => [paper, paper])];
  fill(field("paper"), bothFirst);
  fill(field("layout"), about.layouts.map((layout) => [layout, layout]));
  recall();
  form.addEventListener("submit", (event) => (event.preventDefault(), start(order())));
  form.addEventListener("input", () => (remember(), draw()));
  $("make-printed").addEventListener("click", () => start(printed(names(), language(), checked("draft"))));
  $("make-keep").addEventListener("click", () => start(misprint()));
  $("make-stop").addEventListener("click", stop);
  $("make-copy").addEventListener("click", copy);
}

// The mode is shown, or another view is.
export async function showMake() {
  if ($("make").hidden) return;
  draw();
  follow();
  try {
    choices = await (await fetch("/make/choices")).json();
    draw();
  } catch {
    refuse(say("the preview does not answer"));
  }
}

// -- the form -------------------------------------------------------------------------------------------------------------------------

const field = (name) => form.elements[name];
const value = (name) => field(name).value.trim();
const checked = (name) => field(name).checked;
const kind = () => value("kind");
const isOfGame = () => ["books", "sets"].includes(kind());
const language = () => (field("lang").closest("label").hidden ? "" : value("lang"));
const game = () => choices?.games.find((each) => each.id === store.view.split("/")[0]);

function fill(select, options) {
  const before = select.value;
  select.replaceChildren(...options.map(([name, words]) => element("option", { value: name }, words)));
  if (options.some(([name]) => name === before)) select.value = before;
}

function names() {
  return isOfGame() ? [store.view.split("/")[0]] : [value("of")].filter(Boolean);
}

function order() {
  if (kind() === "calibration") {
    const { paper, flip, landscape, check = false, printer_name: printer } = options();
    return { kind: "calibration-sheet", options: { paper, flip, landscape, check, ...(printer && { printer }) } };
  }
  return { kind: kind(), names: names(), lang: language(), options: options() };
}

// The values of the fields that are shown and say something.
function options() {
  const said = {};
  for (const name of FIELDS[kind()]) {
    const input = field(name);
    if (input.closest("label").hidden) continue;
    if (input.type === "checkbox") said[name] = input.checked;
    else if (input.type === "number") input.value && (said[name] = Number(input.value));
    else if (name === "players") value("variant") && input.value && (said[name] = Number(input.value));
    else if (input.value.trim()) said[name] = input.value.trim();
  }
  return said;
}

function misprint() {
  const { x = 0, y = 0, rotation = 0, flip, landscape, printer_name: printer } = options();
  return { kind: "calibrate", options: { figures: [x, y, rotation], flip, landscape, ...(printer && { printer }) } };
}

function printed(names, lang, draft) {
  return { kind: "printed", names, lang, options: { draft } };
}

function draw() {
  const now = kind();
  const known = game();
  const listed = store.contents.games.find((each) => each.id === store.view.split("/")[0]);
  const decks = (listed?.decks ?? []).filter((deck) => !deck.broken);
  if (listed) {
    const whole = decks.length === 1 ? [] : [[listed.id, say("{game}, all decks", { game: listed.title })]];
    const before = field("of").dataset.view;
    fill(field("of"), [...whole, ...decks.map((deck) => [`${listed.id}/${deck.id}`, deck.title])]);
    if (before !== store.view) field("of").value = store.view;
    field("of").dataset.view = store.view;
  }
  fill(field("lang"), [["", about.language || say("as written")], ...(known?.languages ?? []).filter((each) => each !== about.language).map((each) => [each, each])]);
  fill(field("variant"), [["", say("the whole game")], ...(known?.variants ?? []).map((each) => [each.id, each.name])]);
  const variant = known?.variants.find((each) => each.id === value("variant"));
  fill(field("players"), (variant?.players ?? []).map((count) => [count, count]));
  fill(field("printer"), (choices?.printers ?? []).map((each) => [each.id, each.title]));
  if (now === "boxes" !== (field("paper").options[0]?.value === "")) {
    const first = now === "boxes" ? ["", say("the smallest that holds it")] : ["a4,letter", say("A4 and Letter")];
    fill(field("paper"), [first, ...about.papers.map((paper) => [paper, paper])]);
  }
  const needed = { of: true, check: choices?.calibrated?.length, lang: known?.languages.length, variant: known?.variants.length, players: variant };
  const belonging = new Set([...FIELDS[now], ...(now === "calibration" ? [] : isOfGame() ? ["lang"] : ["of", "lang"])]);
  for (const label of form.querySelectorAll("label[data-field]")) {
    const name = label.dataset.field;
    label.hidden = !belonging.has(name) || (name in needed && !needed[name]);
  }
  const more = [...$("make-more").querySelectorAll("label")].some((label) => !label.hidden);
  $("make-more").hidden = !more;
  $("make-figures").hidden = now !== "calibration";
  $("make-hint").textContent = now === "books" && known && !known.book ? say("This game has no rulebook.md yet.") : say(KINDS[now].hint);
  $("make-start").textContent = say(KINDS[now].does);
  $("make-printed").hidden = choices?.bundled || now !== "sheets";
  $("make-keep").hidden = now !== "calibration";
  drawKept();
  drawCommand();
  drawBusy();
}

function drawKept() {
  const kept = choices?.calibrated ?? [];
  $("make-kept").hidden = kind() !== "calibration" || !kept.length;
  const rows = kept.map((each) => element("li", {}, [each.printer, `${say(each.kind === "long" ? "long edge" : "short edge")}: ${each.says}`].filter(Boolean).join(", ")));
  $("make-kept").replaceChildren(element("li", {}, say("Kept now:")), ...rows);
}

// The command that does what the form says; of a calibration what is about to be kept, once there is something.
let asking = 0;
function drawCommand() {
  clearTimeout(asking);
  const figures = kind() === "calibration" && (value("x") || value("y") || value("rotation"));
  $("make-keep").setAttribute("aria-disabled", !figures);
  asking = setTimeout(async () => {
    const answer = await post("/make/command", figures ? misprint() : order()).catch(() => null);
    if (!answer) return;
    const { command } = answer.ok ? await answer.json() : {};
    refuse(answer.ok ? "" : await answer.text());
    $("make-command").textContent = command || (answer.ok ? say("no line of this system's shells can say that safely") : "");
    $("make-copy").hidden = !command;
  }, 80);
}

async function copy() {
  const text = $("make-command").textContent;
  try {
    await navigator.clipboard.writeText(text);
    toast(say("Copied"));
  } catch {
    getSelection().selectAllChildren($("make-command"));
    toast(say("Selected: copy it with the keyboard"));
  }
}

function remember() {
  const kept = {};
  for (const input of form.elements) if (input.name && !["of", "x", "y", "rotation", "cards"].includes(input.name)) kept[input.name] = input.type === "checkbox" ? input.checked : value(input.name);
  try {
    localStorage.setItem("cardgen-make", JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing
  }
}

function recall() {
  try {
    for (const [name, was] of Object.entries(JSON.parse(localStorage.getItem("cardgen-make") ?? "{}"))) {
      const input = field(name);
      if (!input || ["lang", "variant", "players"].includes(name)) continue;
      if (input.type === "checkbox") input.checked = was === true && name !== "force";
      else if (name === "printer") input.replaceChildren(element("option", { value: was }, was));
      else input.value = was;
    }
  } catch {
    // nothing was kept
  }
  if (!kind()) form.querySelector("[name=kind]").checked = true;
  for (const [name, usual] of [["paper", "a4,letter"], ["layout", "duplex"]]) if (!value(name)) field(name).value = usual;
}

// -- the job --------------------------------------------------------------------------------------------------------------------------

const running = () => told.jobs.some((job) => job.state === "running");

function post(path, body = {}) {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-cardgen-token": about.token },
    body: JSON.stringify(body),
  });
}

async function start(asked) {
  if (running()) return toast(say("One thing at a time: stop it, or wait"));
  if (asked.kind === "calibrate" && $("make-keep").getAttribute("aria-disabled") === "true") return toast(say("Type what you read from the sheet"));
  try {
    refuse("");
    const answer = await post("/make", asked);
    if (!answer.ok) return refuse(await answer.text());
    hear(await answer.json());
    if (innerWidth <= 1100) $("bench").scrollIntoView({ block: "start", behavior: "smooth" });
  } catch {
    refuse(say("the preview does not answer"));
  }
}

async function stop() {
  const answer = await post("/make/stop").catch(() => null);
  if (answer?.ok) hear(await answer.json());
}

function refuse(why) {
  $("make-refused").textContent = why;
}

// Asks for news as long as somebody looks, or something is made.
let following = false;
async function follow() {
  if (following) return;
  following = true;
  while (!$("make").hidden || running()) {
    try {
      const answer = await fetch(`/make/jobs?since=${told.version}`);
      if (!answer.ok) throw answer;
      hear(await answer.json());
    } catch {
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
  following = false;
}

function hear(news) {
  if (news.version === told.version) return;
  const ran = running();
  told = news;
  drawJobs();
  drawBusy();
  if (ran && !running()) ended(told.jobs[0]);
  keepFocus();
  follow();
}

function ended(job) {
  if ($("make").hidden) toast(summary(job));
  else if (["printed", "calibrate"].includes(job.kind)) showMake();
}

// A button that has had its effect is gone; whoever pressed it goes on at the job.
let onBench = false;
$("bench").addEventListener("focusin", () => (onBench = true));
form.addEventListener("focusin", () => (onBench = false));
function keepFocus() {
  const now = document.activeElement;
  if (onBench && (now === document.body || !now.checkVisibility())) $("job-title").focus();
}

function drawBusy() {
  for (const id of ["make-start", "make-printed"]) $(id).setAttribute("aria-disabled", running());
  $("make-stop").hidden = !running();
}

function titleOf(job) {
  const said = [say(KINDS[job.kind].title), ...job.names.map(nameInWords), job.lang].filter(Boolean);
  return said.join(" · ");
}

function nameInWords(name) {
  const [gameId, deckId] = name.split("/");
  const found = store.contents.games.find((each) => each.id === gameId);
  return found?.decks.find((each) => each.id === deckId)?.title ?? found?.title ?? name;
}

function summary(job) {
  const files = job.files.reduce((sum, file) => sum + (file.inside?.length || 1), 0);
  const made = files ? plural(files, "{count} file", "{count} files") : say("nothing new");
  const why = job.ending || (files ? made : "");
  const said = {
    running: say("Making ..."),
    stopped: files ? say("Stopped; {files} before that", { files: made }) : say("Stopped; nothing was written"),
    failed: why ? say("Not all could be made: {why}", { why }) : say("Not all could be made"),
    done: job.kind === "printed" ? say("Remembered as printed") : job.kind === "calibrate" ? say("Kept") : say("Done: {files}", { files: made }),
  };
  return said[job.state];
}

function drawJobs() {
  const [job, ...earlier] = told.jobs;
  $("bench-empty").hidden = Boolean(job);
  $("job").hidden = !job;
  if (!job) return;
  $("job").dataset.state = job.state;
  $("job-title").textContent = titleOf(job);
  const says = summary(job);
  if ($("job-says").textContent !== says) $("job-says").textContent = says;
  drawProgress(job);
  const onPaper = job.kind === "sheets" && job.state === "done" && job.files.length && !choices?.bundled;
  $("job-next").hidden = !onPaper;
  $("job-printed").onclick = () => start(printed(job.names, job.lang, job.draft));
  const roots = job.findings.filter((each) => each.cause === null || each.cause === undefined);
  lay($("job-files"), [job.number, job.files], () => job.files.map(fileLine));
  lay($("job-findings"), [job.number, job.findings], () => roots.map((each) => withFollowers(each, job.findings)));
  $("earlier").hidden = !earlier.length;
  lay($("earlier-jobs"), earlier.map((each) => [each.number, each.state]), () => earlier.map(earlierLine));
}

// New rows of a list, if what they say is new: whoever has opened a fold or stands on a link there stays.
function lay(list, says, rows) {
  const sign = JSON.stringify(says);
  if (list.sign === sign) return;
  list.sign = sign;
  list.replaceChildren(...rows());
}

function earlierLine(job) {
  const files = element("ul", { class: "files" }, ...job.files.map(fileLine));
  return element("li", {}, element("p", {}, titleOf(job), " ", element("small", {}, summary(job))), files);
}

function drawProgress(job) {
  const bar = $("job-progress");
  bar.hidden = job.state !== "running";
  $("job-step").hidden = bar.hidden || !job.step;
  if (job.step) {
    [bar.max, bar.value] = [Math.max(1, job.step.of), job.step.done];
    $("job-step").textContent = say("{task}: {done} of {of}", job.step);
  } else {
    bar.removeAttribute("value");
  }
}

function withFollowers(cause, all) {
  const shown = line(cause, place);
  const led = all.filter((each) => each.cause !== null && all[each.cause] === cause);
  if (led.length) shown.append(element("details", { class: "led" }, element("summary", {}, cause.counted), element("ul", { class: "found" }, ...led.map((each) => line(each, place)))));
  return shown;
}

// A file at hand, or a folder of them in a fold. What does not lie in the output folder has no address.
function fileLine(file) {
  const ending = /\.(\w{1,4})$/.exec(file.name)?.[1] ?? "";
  const sign = element("span", { class: "sign", "aria-hidden": "true" }, file.inside ? say("dir") : ending);
  const words = element("span", { class: "file-name" }, element("b", {}, file.name), file.about ? element("small", {}, file.about) : "");
  if (file.inside) {
    const fold = element("details", {}, element("summary", {}, sign, words), element("ul", { class: "files" }, ...file.inside.map(fileLine)));
    return element("li", { title: file.at }, fold);
  }
  const links = file.address
    ? [
        /\.(pdf|png|jpg|svg)$/i.test(file.name) ? element("a", { class: "button", href: file.address, target: "_blank", rel: "noopener", "aria-label": say("Open {file}", { file: file.name }) }, say("Open")) : "",
        element("a", { class: "button", href: `${file.address}?save`, download: file.name, "aria-label": say("Save {file}", { file: file.name }) }, say("Save")),
      ]
    : [];
  return element("li", { title: file.at }, sign, words, ...links);
}
