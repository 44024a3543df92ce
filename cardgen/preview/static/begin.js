// Begin: a game of one's own where there is none, of plain cards, a game that comes with cardgen, a spreadsheet or pictures.

import { element } from "./cards.js";
import { areTooMany, filesIn, most, namesIn, PICTURES, sorted, TABLES } from "./dropped.js";
import { phrase, say } from "./language.js";
import { about, store } from "./store.js";

const BEGUN = "cardgen-begun";
const KINDS = {
  new: { title: phrase("A new game"), says: phrase("Three cards to write over, or a small game that explains itself.") },
  table: { title: phrase("From a spreadsheet"), says: phrase("Its rows become cards: XLSX, ODS or CSV.") },
  pictures: { title: phrase("From pictures"), says: phrase("Each picture is a card: 3x-owl.png is printed three times, owl.back.png lies behind it.") },
  copy: { title: phrase("A game to change"), says: phrase("A copy of one that comes with cardgen, with its templates.") },
};
// What each look shows: its name, and what it is best at. Its picture is look-NAME.webp.
const LOOKS = {
  plain: [phrase("Plain"), phrase("Plain cards, a title and a text")],
  spell: [phrase("Spells"), phrase("Spells: cost, school and text under a sky of stars")],
  creature: [phrase("Creatures"), phrase("Creatures: a picture, a ribbon, and shields for their figures")],
  item: [phrase("Items"), phrase("Items: wares in a lit case, with a price on a tag")],
  trivia: [phrase("Questions"), phrase("Questions, with choices and the answer upside down")],
  suits: [phrase("Playing cards"), phrase("Playing cards: suits and ranks, with pips, courts and aces")],
  event: [phrase("Events"), phrase("Events: loud titles on rays that burst out of the card")],
  tarot: [phrase("Tarots"), phrase("Tarots: a large picture in an engraved frame, and its number in Roman figures")],
  resource: [phrase("Resources"), phrase("Resources: tiles and cards of goods, with tokens for what they yield")],
  quest: [phrase("Quests"), phrase("Quests: a scroll with steps on their way, and the reward under a seal")],
  sheet: [phrase("Characters"), phrase("Characters: a portrait in a shield, health and lists to tick, and abilities on pennants")],
  token: [phrase("Counters"), phrase("Counters: a large emblem in a beaded rim, with figures at its corners")],
  map: [phrase("Places"), phrase("Places: tiles and cards of a map, their terrain drawn by what they are called")],
  "lantern-night": [phrase("Lantern Night"), phrase("Lantern Night, a small game whose comments explain it")],
  inkscape: [phrase("In Inkscape"), phrase("Lantern Night, drawn in Inkscape")],
};
const wordsOf = (look) => LOOKS[look] ?? [look, look];
const PALETTES = { ember: phrase("Ember"), tide: phrase("Tide"), grove: phrase("Grove"), dusk: phrase("Dusk"), frost: phrase("Frost"), dune: phrase("Dune") };
const HUES = ["ground", "tone", "accent", "metal", "glow", "paper"]; // colours of a palette, as they are shown
const SMALL_GAMES = ["lantern-night", "inkscape"]; // they have their own cards, sizes and colours
const SHOWN_FILES = 12;
const state = { kind: "new", files: [], typed: false, sized: false, busy: false, look: "plain", palette: "", proposed: "", asked: 0 };
const host = document.getElementById("begin");
let parts = null;

export async function initBegin() {
  if (!about.begins) return;
  const choices = await (await fetch("/begin/choices")).json();
  lay(choices);
  store.addEventListener("contents", () => listGames(choices.games));
  draw();
}

function lay(choices) {
  const kinds = Object.entries(KINDS).map(([kind, { title, says }]) => {
    const input = element("input", { type: "radio", name: "begin-kind", value: kind, checked: kind === state.kind, onchange: () => turn(kind) });
    return element("label", { class: "kind" }, input, element("span", {}, element("b", {}, say(title)), element("small", {}, say(says))));
  });
  const field = (name, label, input) => element("label", { class: "field", "data-for": name }, element("span", {}, label), input);
  parts = {
    title: element("input", { id: "begin-title", maxlength: 100, autocomplete: "off", placeholder: say("My game"), oninput: draw }),
    size: element("input", { id: "begin-size", list: "begin-sizes", maxlength: 60, autocomplete: "off", spellcheck: "false", oninput: () => ((state.sized = true), draw()) }),
    looks: element("div", { class: "look-tiles" }, ...choices.looks.map((look) => tile("look", look, picture(look), wordsOf(look)[0]))),
    says: element("p", { id: "begin-look-says" }),
    palettes: element("div", { class: "palette-tiles" }, ...Object.entries(choices.palettes).map(([name, colours]) => tile("palette", name, hues(colours), PALETTES[name] ?? name))),
    game: element("select", { id: "begin-game", onchange: draw }, ...choices.games.map((game) => element("option", { value: game }, game))),
    folder: element("input", { id: "begin-folder", maxlength: 250, autocomplete: "off", spellcheck: "false", "aria-describedby": "begin-where", oninput: () => ((state.typed = true), draw()) }),
    picked: element("input", { type: "file", id: "begin-file", class: "file", onchange: () => take([...parts.picked.files]) }),
    drop: element("label", { class: "drop", for: "begin-file" }, element("b", {}), element("small", {})),
    where: element("p", { id: "begin-where" }),
    wrong: element("p", { id: "begin-wrong", role: "alert" }),
    start: element("button", { id: "begin-start", class: "main" }, say("Begin")),
  };
  parts.title.addEventListener("input", () => (parts.wrong.textContent = ""));
  const form = element(
    "form",
    { class: "panel", autocomplete: "off", novalidate: true, onsubmit: (event) => (event.preventDefault(), start()) },
    element("h2", {}, say("Begin here")),
    element("p", { class: "lead" }, say("Everything is written as plain files into a folder of yours, which any editor opens.")),
    element("fieldset", { class: "kinds-of-begin" }, element("legend", {}, say("What to begin with")), ...kinds),
    element(
      "div",
      { class: "fields" },
      field("game", say("Game"), parts.game),
      element("div", { class: "bring", "data-for": "files" }, parts.picked, parts.drop),
      group("look", say("Look"), parts.looks, parts.says),
      group("palette", say("Colours"), parts.palettes),
      field("title", say("Name of the game"), parts.title),
      field("size", say("Size of the cards"), parts.size),
      element("datalist", { id: "begin-sizes" }, ...choices.sizes.map((size) => element("option", { value: size }))),
      field("folder", say("Folder"), parts.folder),
    ),
    parts.where,
    parts.wrong,
    element("div", { class: "row" }, parts.start),
  );
  host.replaceChildren(form);
  for (const type of ["dragover", "drop"]) host.addEventListener(type, dragged);
  host.addEventListener("dragleave", () => parts.drop.classList.remove("over"));
  [parts.here, parts.faces] = [choices.here, choices.faces];
}

// One of several things to choose among, as it looks: `name` says of what.
function tile(name, value, shown, title) {
  const input = element("input", { type: "radio", name: `begin-${name}`, value, onchange: () => ((state[name] = value), draw()) });
  return element("label", { class: "tile", "data-value": value }, input, element("span", {}, shown, element("b", {}, say(title)), element("small", {})));
}

const group = (name, label, ...inner) => element("fieldset", { class: "tiles", "data-for": name, "aria-describedby": name === "look" ? "begin-look-says" : undefined }, element("legend", {}, label), ...inner);
const picture = (look) => element("img", { src: `/static/look-${look}.webp`, alt: "", width: 132, height: 104 });

function hues(colours) {
  return element("span", { class: "hues" }, ...HUES.map((name) => {
    const part = element("i");
    part.style.background = colours[name];
    return part;
  }));
}

function listGames(ids) {
  const before = parts.game.value;
  const titles = new Map(store.contents.games.map((game) => [game.id, game.title]));
  parts.game.replaceChildren(...ids.map((id) => element("option", { value: id }, titles.get(id) ?? id)));
  parts.game.value = before;
  draw();
}

function turn(kind) {
  Object.assign(state, { kind, files: [], look: kind === "table" ? "" : "plain", palette: "", proposed: "" });
  state.asked++;
  parts.picked.value = "";
  parts.wrong.textContent = "";
  draw();
}

const isOwnGame = () => state.kind === "new" && SMALL_GAMES.includes(state.look);
const lookOf = () => state.look || state.proposed;
const needsFiles = () => ["table", "pictures"].includes(state.kind);

function draw() {
  const { kind, files } = state;
  const isDesigned = kind !== "copy" && !isOwnGame();
  const hasLook = kind === "new" || (kind === "table" && files.length > 0);
  const shown = { game: kind === "copy", look: hasLook, palette: hasLook && (!lookOf() || lookOf() in parts.faces), files: needsFiles(), title: isDesigned, size: isDesigned, folder: true };
  for (const part of host.querySelectorAll("[data-for]")) part.hidden = !shown[part.dataset.for];
  parts.looks.classList.toggle("proposing", kind === "table");
  drawLooks();
  parts.picked.multiple = kind === "pictures";
  parts.picked.accept = (kind === "table" ? TABLES : PICTURES).join();
  const [title, small] = parts.drop.children;
  title.textContent = files.length ? namesOf(files) : kind === "table" ? say("Drop a spreadsheet here, or choose one") : say("Drop pictures or a folder of them here, or choose them");
  small.textContent = namesIn(kind === "table" ? TABLES : PICTURES);
  parts.drop.classList.toggle("filled", files.length > 0);
  if (!state.typed) parts.folder.value = usualFolder();
  if (!state.sized) parts.size.value = (["new", "table"].includes(kind) && parts.faces[lookOf()]?.size) || "poker";
  const folder = parts.folder.value.trim();
  const isWhole = /^([/~\\]|[A-Za-z]:)/.test(folder);
  parts.where.textContent = !folder ? "" : isWhole ? say("It is made in {folder}, which must be new or empty.", { folder }) : say("It is made in {folder}, which must be new or empty.", { folder: `${parts.here.replace(/[/\\]$/, "")}/${folder}` });
  parts.start.setAttribute("aria-disabled", state.busy || !folder || (needsFiles() && !files.length));
  parts.start.textContent = state.busy ? say("Making ...") : say("Begin");
}

function drawLooks() {
  const look = lookOf();
  const palette = state.palette || parts.faces[look]?.palette;
  for (const [name, chosen, host] of [["look", look, parts.looks], ["palette", palette, parts.palettes]]) {
    for (const label of host.children) {
      const { value } = label.dataset;
      label.querySelector("input").checked = value === chosen;
      label.querySelector("small").textContent = name === "look" && value === state.proposed ? say("proposed") : "";
      label.hidden = name === "look" && state.kind === "table" && SMALL_GAMES.includes(value);
    }
  }
  parts.says.textContent = look ? say(wordsOf(look)[1]) : "";
}

const namesOf = (files) => (files.length === 1 ? files[0].name : say("{count} files: {names}", { count: files.length, names: files.slice(0, 3).map((file) => file.name).join(", ") + (files.length > 3 ? ", …" : "") }));

function usualFolder() {
  if (state.kind === "copy") return parts.game.value;
  if (isOwnGame()) return "lantern-night";
  const name = parts.title.value.trim() || state.files[0]?.name.replace(/\.\w+$/, "") || say("My game");
  return name.normalize("NFKD").replace(/ß/g, "ss").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "game";
}

// -- files ----------------------------------------------------------------------------------------------------------------------------

// What was dropped or chosen; it decides by itself whether it is a spreadsheet or pictures.
function take(files) {
  const found = sorted(files);
  if (!found) return refuse(say("Neither a spreadsheet nor pictures: {names}", { names: files.map((file) => file.name).slice(0, 3).join(", ") }));
  const { kind, files: wanted } = found;
  if (areTooMany(wanted)) return refuse(say("These are too many, or too large: at most {count} files and 256 MB.", most));
  if (state.kind !== kind) {
    turn(kind);
    host.querySelector(`[value=${kind}]`).checked = true;
  }
  state.files = wanted;
  parts.wrong.textContent = "";
  draw();
  if (kind === "table") propose();
}

// Asks for the look that suits a spreadsheet; one that was chosen by hand stays.
async function propose() {
  const number = ++state.asked;
  const [file] = state.files;
  state.proposed = "";
  try {
    const answer = await posted("/begin/proposal", { files: [[file.name, file.size]] }, [file]);
    if (number !== state.asked) return;
    if (answer.finding) return refuse(answer.finding.sentence);
    state.proposed = answer.look;
  } catch {
    if (number === state.asked) refuse(say("the preview does not answer"));
  }
  draw();
}

async function posted(path, question, files) {
  const body = new Blob([JSON.stringify(question), "\n", ...files]);
  const answer = await fetch(path, { method: "POST", headers: { "x-cardgen-token": about.token }, body });
  return answer.ok ? answer.json() : { done: false, finding: { sentence: await answer.text() } };
}

async function dragged(event) {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  parts.drop.classList.toggle("over", event.type === "dragover");
  if (event.type !== "drop") return;
  const { files, folder } = await filesIn(event.dataTransfer);
  if (folder && !parts.title.value.trim()) parts.title.value = folder;
  take(files);
}

// -- making it ------------------------------------------------------------------------------------------------------------------------

function refuse(why) {
  parts.wrong.textContent = why;
}

async function start() {
  if (parts.start.getAttribute("aria-disabled") === "true") {
    return void (needsFiles() && !state.files.length && parts.picked.focus());
  }
  const { kind, files } = state;
  const order = { kind, folder: parts.folder.value.trim(), files: files.map((file) => [file.name, file.size]) };
  if (kind === "copy") order.game = parts.game.value;
  else if (isOwnGame()) order.look = state.look;
  else {
    if (kind !== "pictures") Object.assign(order, { look: lookOf(), palette: state.palette });
    Object.assign(order, { title: parts.title.value.trim(), size: parts.size.value.trim() });
  }
  state.busy = true;
  refuse("");
  draw();
  try {
    const made = await posted("/begin", order, files);
    if (made.done) return turnTo(made);
    refuse(made.finding.sentence);
  } catch {
    refuse(say("the preview does not answer"));
  }
  state.busy = false;
  draw();
}

// The preview turns to what was made, and the page with it.
function turnTo({ folder, files }) {
  sessionStorage.setItem(BEGUN, JSON.stringify({ folder, files }));
  const wait = async () => {
    try {
      const page = await (await fetch("/", { cache: "no-store" })).text();
      if (!page.includes(`&quot;run&quot;: &quot;${about.run}&quot;`)) return void location.replace("/");
    } catch {
      // it turns
    }
    setTimeout(wait, 150);
  };
  wait();
}

// What was made, told once the page shows it.
export function showBegun() {
  const text = sessionStorage.getItem(BEGUN);
  if (!text || about.begins) return;
  sessionStorage.removeItem(BEGUN);
  const { folder, files } = JSON.parse(text);
  const own = files.filter((file) => !/(^|\/)(schema|\.)/.test(file));
  const more = own.length > SHOWN_FILES ? [element("li", {}, say("and {count} more", { count: own.length - SHOWN_FILES }))] : [];
  const dialog = element(
    "dialog",
    { class: "begun", "aria-labelledby": "begun-title" },
    element(
      "form",
      { method: "dialog" },
      element("h2", { id: "begun-title" }, say("Your game is there")),
      element("p", {}, say("It lies in this folder:"), " ", element("code", {}, folder)),
      element("ul", {}, ...own.slice(0, SHOWN_FILES).map((file) => element("li", {}, element("code", {}, file))), ...more),
      element("p", {}, say("Next time begin there:"), " ", element("code", {}, `cardgen preview --project "${folder}"`)),
      element("div", { class: "row end" }, element("button", { class: "main", autofocus: true }, say("Look at the cards"))),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
