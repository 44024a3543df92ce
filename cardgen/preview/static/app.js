// The page: what is shown, by which view, mode, search and zoom, and what happens when the disk changes.

import { element, titleOf } from "./cards.js";
import { allCards, fields, lay, layFilters, shownCards, viewOf } from "./board.js";
import { askDeck, canBring, takeFiles } from "./bring.js";
import { deal, showHand } from "./hand.js";
import { initBegin, showBegun } from "./begin.js";
import { filesIn } from "./dropped.js";
import { initEdits } from "./edits.js";
import { hintEnds } from "./ends.js";
import { focusGrid, initGrid, showCell, showGrid } from "./grid.js";
import { keepingFocus } from "./focus.js";
import { loadFonts } from "./fonts.js";
import { addEyes, listPlates, showPlate } from "./eyes.js";
import { initKeys } from "./keys.js";
import { plural, say } from "./language.js";
import { explanation, line, placeButton } from "./findings.js";
import { enlarge, isOpen, refresh, step } from "./large.js";
import { initPrinters, listPrinters } from "./foundfor.js";
import { chosen, selects, toggled } from "./query.js";
import { initMake, showMake } from "./make.js";
import { initSheets, showSheets, turnSheets } from "./sheets.js";
import { about, decksInView, goTo, look, store } from "./store.js";

const LIFE = 96 / 25.4; // CSS pixels to the millimetre
const SEEING = ["cards", "hand", "sheets"]; // the modes that have a choice of sights
const $ = (id) => document.getElementById(id);
const state = { mode: "cards", query: "", order: "", zoom: 2.7, lines: new Set(), sight: "", backs: false, theme: "", chosen: null };

// -- what is kept from visit to visit -------------------------------------------------------------------------------------------------

function remember() {
  const kept = { ...state, lines: [...state.lines], query: undefined, order: undefined, chosen: undefined };
  try {
    localStorage.setItem("cardgen", JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing
  }
}

function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem("cardgen") ?? "{}");
    Object.assign(state, kept, { lines: new Set(kept.lines ?? []), query: "", order: "", chosen: null });
  } catch {
    // nothing was kept
  }
}

// -- view ---------------------------------------------------------------------------------------------------------------------------

function viewFromAddress() {
  const said = location.hash.replace(/^#\/?/, "");
  try {
    return decodeURIComponent(said);
  } catch {
    return said; // typed by hand, with a % that nobody escaped
  }
}

function turnTo(view) {
  if (view === store.view) return;
  state.query = $("query").value = "";
  state.chosen = null;
  state.order = "";
  state.backs = false;
  look(view);
  document.title = "cardgen preview";
  scrollTo(0, 0);
  drawList();
  draw();
  turnSheets();
  showMake();
}

// What was asked for by its address. It is shown again once it is back, whatever stood in for it: a deck is gone while another branch is
// checked out, and for a moment where a program saves it by taking the file away first.
let wanted = viewFromAddress() || about.game;
let settled = location.hash;

function chooseView() {
  // The browser tells late that the address is another: what the server says may come first, and must not put the old one back.
  if (location.hash !== settled) wanted = viewFromAddress() || about.game;
  const { games } = store.contents;
  const [game, deck] = wanted.split("/");
  const known = games.find((each) => each.id === game) ?? games[0];
  if (!known) return;
  const view = known.id === game && known.decks.some((each) => each.id === deck) ? `${game}/${deck}` : known.decks.length === 1 ? `${known.id}/${known.decks[0].id}` : known.id;
  if (`#/${view}` !== location.hash) history.replaceState(null, "", `#/${view}`);
  settled = location.hash;
  turnTo(view);
}

function drawList() {
  const rows = store.contents.games.map((game) => {
    const here = state.mode !== "begin" && store.view.split("/")[0] === game.id;
    const link = (to, title, count, broken) =>
      element(
        "a",
        { href: `#/${to}`, "aria-current": state.mode !== "begin" && store.view === to ? "page" : undefined, class: broken ? "broken" : "" },
        element("span", {}, title),
        element("small", {}, count),
      );
    const whole = game.decks.length === 1 ? `${game.id}/${game.decks[0].id}` : game.id;
    const total = game.decks.reduce((sum, deck) => sum + deck.copies, 0);
    const decks = here && game.decks.length > 1 ? game.decks.map((deck) => link(`${game.id}/${deck.id}`, deck.title, deck.copies || "", deck.broken)) : [];
    const broken = game.decks.some((deck) => deck.broken);
    return element("div", { class: `game${here ? " here" : ""}` }, link(whole, game.title, total, broken), element("div", { class: "decks" }, ...decks));
  });
  keepingFocus($("games"), () => $("games").replaceChildren(...rows));
}

function drawTitle() {
  const [gameId, deckId] = store.view.split("/");
  const game = store.contents.games.find((each) => each.id === gameId);
  if (!game) return;
  const decks = game.decks.filter((each) => !deckId || each.id === deckId);
  const deck = decks.length === 1 ? store.decks.get(`${gameId}/${decks[0].id}`) : null;
  const isDeck = Boolean(deckId) && game.decks.length > 1;
  $("title").textContent = isDeck ? `${decks[0]?.title ?? deckId}` : game.title;
  $("title").classList.toggle("of-game", !isDeck); // a narrow page does without what its logo says
  // cards on which texts go on are known once a deck is composed
  const following = decks.flatMap((each) => Object.values(store.decks.get(`${gameId}/${each.id}`)?.cards ?? {}).filter((card) => card.first));
  const more = { faces: following.length, copies: following.reduce((total, card) => total + card.copies, 0) };
  const sum = (name) => decks.reduce((total, each) => total + each[name], more[name]);
  const parts = [plural(sum("faces"), "{count} face", "{count} faces"), plural(sum("copies"), "{count} card", "{count} cards")];
  const about = [parts.join(", "), deck?.head.shape.name].filter(Boolean).join(" · ");
  $("about").replaceChildren(...(isDeck ? [element("span", { class: "of-game" }, `${game.title} · `)] : []), about);
  const logo = store.decks.get(`${gameId}/${decks[0]?.id}`)?.head.logo ?? "";
  $("logo").hidden = !logo;
  if (logo && $("logo").getAttribute("src") !== logo) $("logo").src = logo;
  document.title = `${$("title").textContent} · cardgen`;
  $("play").href = `/play#/${gameId}`;
  if (state.mode !== "begin") return;
  $("title").textContent = say("Begin a game of your own");
  $("title").classList.remove("of-game");
  $("about").textContent = say("or look at the games that come with cardgen");
  $("logo").hidden = true;
}

// -- drawing ------------------------------------------------------------------------------------------------------------------------

let awaited = 0;
function draw() {
  // many events come together; one drawing serves them all
  if (!awaited) awaited = setTimeout(drawNow, 0);
}

function drawNow() {
  awaited = 0;
  const root = document.documentElement;
  root.style.setProperty("--mm", state.zoom);
  root.dataset.theme = state.theme;
  const sight = SEEING.includes(state.mode) ? state.sight : ""; // not where nobody could choose another
  root.dataset.sight = sight;
  showPlate(root, sight);
  for (const kind of ["trim", "bleed", "safe"]) root.classList.toggle(`line-${kind}`, state.lines.has(kind));
  for (const button of document.querySelectorAll("[data-line]")) button.setAttribute("aria-pressed", state.lines.has(button.dataset.line));
  for (const tab of document.querySelectorAll("#bar [data-mode]")) tab.setAttribute("aria-selected", tab.dataset.mode === state.mode);
  $("zoom").value = state.zoom;
  $("zoom-text").textContent = `${Math.round((state.zoom / LIFE) * 100)} %`;
  $("sight").value = state.sight;
  $("flip-all").setAttribute("aria-pressed", state.backs);
  const shown = lay(state);
  if (state.query && !shown) choose();
  $("board").hidden = state.mode !== "cards";
  $("deck-table").hidden = state.mode !== "table";
  $("begin").hidden = state.mode !== "begin";
  if (state.mode === "table") showGrid(state);
  $("hand").hidden = state.mode !== "hand";
  $("sheets").hidden = state.mode !== "sheets";
  $("make").hidden = state.mode !== "make";
  root.dataset.mode = state.mode;
  const orders = ["", ...fields()];
  if ([...$("order").options].map((option) => option.value).join() !== orders.join()) {
    $("order").replaceChildren(...orders.map((name) => element("option", { value: name }, name || say("as written"))));
  }
  $("order").value = orders.includes(state.order) ? state.order : "";
  drawSince();
  if (!$("filters").hidden) keepingFocus($("filters"), () => layFilters($("filters"), state.query, search));
  if (state.mode === "hand") showHand(state.zoom, (card) => enlarge(card, go));
  drawTitle();
  const unread = decksInView().length > 0 && decksInView().every((deck) => deck.broken && !deck.faces);
  const none = !shown && [...store.decks.keys()].some((key) => key.startsWith(store.view.split("/")[0]));
  $("empty").hidden = state.mode !== "cards" || !(none || unread);
  $("empty").textContent = unread ? say("This deck cannot be read yet.") : state.query ? unfound || say("No card matches the search.") : say("This deck has no cards.");
  const begins = about.edits && !unread && !state.query && decksInView().length > 0;
  if (begins) $("empty").append(" ", element("button", { "data-act": "first", onclick: () => setMode("table") }, say("Add its first card")));
  drawFindings();
}

// How many cards of the view are to be printed, for they are new or changed since the last print.
function drawSince() {
  const count = allCards().filter((card) => store.since[card.key]?.[card.id]).length;
  const only = chosen(state.query, "is").has("changed");
  $("since-button").hidden = !count && !only;
  $("since-button").querySelector("b").textContent = count;
  $("since-button").setAttribute("aria-pressed", only);
}

function drawFindings() {
  const data = [...store.trouble, ...store.contents.problems].map((problem) => ({ severity: "error", ...problem }));
  const composed = new Map();
  for (const card of allCards()) {
    for (const problem of card.record.problems) {
      const one = problem.shared ?? problem.what; // what many cards have from one place of a template is told once
      const known = composed.get(one) ?? { severity: "error", ...problem, cards: [] };
      known.cards.push(card);
      composed.set(one, known);
    }
  }
  const told = store.findings.filter((each) => composed.has(each.shared));
  for (const { shared, what, remedy, at } of told) if (composed.get(shared).cards.length > 1) Object.assign(composed.get(shared), { what, remedy, at });
  const said = [...composed.keys()];
  const found = store.findings.filter((each) => !composed.has(each.shared) && !said.some((what) => each.what.endsWith(what)));
  const roots = found.filter((each) => !found.includes(each.root));
  const all = [...data, ...composed.values(), ...roots];
  $("findings-count").textContent = all.length;
  const worst = ["error", "warning", "note"].find((severity) => all.some((each) => each.severity === severity));
  $("findings-button").dataset.severity = worst ?? "";
  if (!$("findings").hidden && !pressing) {
    const shown = found.map((each) => [each.what, each.at, !!cardOf(each)]);
    const sign = JSON.stringify([all.map(({ cards, ...each }) => [each, cards?.map((card) => card.id)]), shown, !all.length && store.checked]);
    if ($("found").sign !== sign) layFindings(all, found); // whoever is about to press a button finds it where it was
    $("found").sign = sign;
  }
  drawAlarm(data);
}

// What is pressed in the list stays there until it is let go: a button that is laid anew meanwhile is not clicked.
let pressing = false;
$("found").addEventListener("pointerdown", () => (pressing = true));
for (const type of ["pointerup", "pointercancel"]) {
  addEventListener(type, () => {
    if (pressing) setTimeout(() => ((pressing = false), drawFindings())); // after the click
  });
}

const cardOf = (finding) => (finding.card ? viewOf(`${finding.game}/${finding.deck}`, finding.card) : null);

function layFindings(all, found) {
  for (const fold of $("found").querySelectorAll(".led")) keepFolded(fold); // a browser tells of a click on it only later
  const row = (each) => {
    const card = each.cards?.[0] ?? cardOf(each);
    const others = each.cards?.length > 1 ? ` ${say("and {count} more", { count: each.cards.length - 1 })}` : "";
    return line(each, go, card ? element("button", { class: "to-card", onclick: () => reveal(card) }, titleOf(card.record) + others) : "");
  };
  const rows = all.map((each) => {
    const shown = row(each);
    const led = found.filter((other) => other.root === each);
    if (led.length) shown.append(folded(each, led.map(row)));
    return shown;
  });
  const nothing = element("li", { class: "fine" }, store.checked ? say("Nothing to mend.") : say("Looking ..."));
  keepingFocus($("found"), () => $("found").replaceChildren(...(rows.length ? rows : [nothing])));
}

// What comes of a finding, in a fold below it that stays as it was opened.
const unfolded = new Set();
function folded(cause, rows) {
  const name = `${cause.check} ${cause.at}`;
  const about = { class: "led", open: unfolded.has(name), "data-cause": name };
  return element("details", about, element("summary", {}, cause.counted), element("ul", { class: "found" }, ...rows));
}
function keepFolded(fold) {
  if (fold.open) unfolded.add(fold.dataset.cause);
  else unfolded.delete(fold.dataset.cause);
}

function drawAlarm(data) {
  $("alarm").hidden = !data.length;
  if (!data.length) return;
  const [first] = data;
  const words = element("p", {}, placeButton(first.at, go), ` ${first.what}`, first.remedy ? element("em", {}, ` ${first.remedy}`) : "", " ", explanation(first.code));
  const more = data.length > 1 ? element("button", { onclick: () => turnFindings(true) }, say("and {count} more", { count: data.length - 1 })) : "";
  const lasts = store.contents.games.flatMap((game) => game.decks).some((deck) => deck.broken && deck.faces);
  const last = lasts || store.trouble.length ? say("The cards are the last good ones.") : say("What cannot be read yet is shown once this is mended.");
  keepingFocus($("alarm"), () => $("alarm").replaceChildren(words, more, element("small", {}, last)));
}

async function refreshCards(only, saved) {
  const cards = allCards().filter((card) => only(card));
  const changed = await Promise.all(cards.map(async (card) => ((await card.update()) ? card : null)));
  refresh();
  if (!saved || saved === store.saved) return;
  const drawn = changed.filter(Boolean);
  if (!drawn.length) return;
  store.saved = saved;
  if (drawn.length < allCards().length / 2) drawn.forEach((card) => card.glow());
  requestAnimationFrame(() =>
    setTimeout(() => {
      const lag = Math.max(0, Math.round(Date.now() - saved));
      document.documentElement.dataset.lag = lag; // from the save to the screen
      document.documentElement.dataset.drawn = Number(document.documentElement.dataset.drawn ?? 0) + 1;
      status("online", lag < 60000 ? say("on screen {lag} ms after the save", { lag }) : say("up to date"));
    }, 0),
  );
}

function reveal(card) {
  showFindings(innerWidth > 1100);
  setMode("cards");
  drawNow();
  if (card.element.hidden) search("");
  card.element.scrollIntoView({ block: "center" });
  card.element.focus({ preventScroll: true });
  card.glow();
}

// -- what is done -------------------------------------------------------------------------------------------------------------------

function search(text) {
  state.query = $("query").value = text;
  state.chosen = null;
  unfound = asked = "";
  draw();
  clearTimeout(typing);
  if (selects(text)) typing = setTimeout(choose, 150);
}

// Which cards a selection means, in the language of --cards; while none is known the words of the search hold.
let typing = 0;
let asked = "";
let unfound = "";
async function choose() {
  const question = `${store.view} ${state.query}`;
  if (question === asked || !state.query.trim()) return;
  asked = question;
  try {
    const answer = await fetch(`/choose?${new URLSearchParams({ view: store.view, text: state.query })}`);
    const { cards, why } = await answer.json();
    if (asked !== question) return;
    const keys = Object.entries(cards).flatMap(([deck, ids]) => ids.map((id) => `${deck}/${id}`));
    state.chosen = why ? null : new Set(keys);
    unfound = why && say("No card matches the search: {why}", { why });
  } catch {
    asked = "";
  }
  draw();
}

function setMode(mode) {
  if (mode === "make" && !about.makes) return; // guests make nothing
  if (mode === "table" && !about.token) return; // and edit only where they may
  const isBegun = (state.mode === "begin") !== (mode === "begin");
  state.mode = mode;
  remember();
  if (isBegun) drawList();
  drawNow();
  if (mode === "sheets") showSheets();
  if (mode === "make") showMake();
  if (mode === "table") focusGrid();
}

function zoomTo(mm) {
  const cards = shownCards().map((card) => card.element);
  const anchor = state.mode === "cards" && cards.find((each) => each.getBoundingClientRect().bottom > 120);
  const top = anchor?.getBoundingClientRect().top;
  state.zoom = Math.min(14, Math.max(1, mm));
  remember();
  drawNow();
  if (anchor && scrollY > 10) scrollBy(0, anchor.getBoundingClientRect().top - top);
}

function toggleLine(kind) {
  state.lines.has(kind) ? state.lines.delete(kind) : state.lines.add(kind);
  remember();
  draw();
}

function flipAll() {
  state.backs = !state.backs;
  const cards = allCards();
  cards.forEach((card) => card.flip(state.backs && Boolean(card.record.back), cards.length < 80));
  draw();
}

function nextSight() {
  if (!SEEING.includes(state.mode)) return;
  const options = [...$("sight").options].map((option) => option.value);
  setSight(options[(options.indexOf(state.sight) + 1) % options.length]);
}

function setSight(sight) {
  state.sight = sight;
  remember();
  draw();
}

function showFindings(open = $("findings").hidden) {
  $("findings").hidden = !open;
  document.documentElement.classList.toggle("with-findings", open);
  $("findings-button").setAttribute("aria-expanded", open);
  if (open) listPrinters();
  draw();
}

// As somebody asked for it: the focus goes into the findings, and out of them with them.
function turnFindings(open = $("findings").hidden) {
  showFindings(open);
  $(open ? "findings-close" : "findings-button").focus();
}

function showFilters(open = $("filters").hidden) {
  $("filters").hidden = !open;
  $("filter-button").setAttribute("aria-expanded", open);
  draw();
}

function showSide(open) {
  const isShut = !open && $("side").contains(document.activeElement) && !$("veil").hidden;
  document.documentElement.classList.toggle("with-side", open);
  $("veil").hidden = !open;
  $("menu").setAttribute("aria-expanded", open);
  if (isShut) $("menu").focus();
  if (open) $("games").querySelector("a")?.focus();
}

function setTheme() {
  const dark = state.theme ? state.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  state.theme = dark ? "light" : "dark";
  remember();
  draw();
}

// A file that is dropped where nothing takes it would be opened by the browser in place of the page.
function strayFile(event) {
  if (event.defaultPrevented || ![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
  event.preventDefault();
  if (event.type === "drop") takeDropped(event.dataTransfer);
}

async function takeDropped(transfer) {
  const { files, folder } = await filesIn(transfer);
  const isOpen = document.querySelector("dialog[open]");
  if (isOpen || !takeFiles(files, folder)) toast(say("Nothing here takes this: a spreadsheet, pictures or a font may be dropped on the page of a project, and a picture on a row of its table."));
}

let fading = 0;
function toast(words) {
  $("toast").textContent = words;
  $("toast").hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => ($("toast").hidden = true), 3200);
}

document.addEventListener("cardgen-to-cell", ({ detail }) => {
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  if (innerWidth <= 1100) showFindings(false);
  search("");
  showCell(detail);
  setMode("table");
});

async function go(at) {
  toast(await goTo(at));
}

function status(kind, words) {
  $("status").dataset.kind = kind;
  $("status-text").textContent = words;
}

// -- the mouse ----------------------------------------------------------------------------------------------------------------------

$("board").addEventListener("click", (event) => {
  const card = event.target.closest(".card")?.card;
  if (!card) return;
  if (event.target.closest(".badge") || event.target.closest("footer")) return enlarge(card, go);
  card.flip();
});
$("board").addEventListener("dblclick", (event) => {
  const card = event.target.closest(".card")?.card;
  if (card) enlarge(card, go);
});
$("query").addEventListener("input", () => search($("query").value));
$("order").addEventListener("change", () => ((state.order = $("order").value), draw()));
$("sight").addEventListener("change", () => setSight($("sight").value));
$("zoom").addEventListener("input", () => zoomTo(Number($("zoom").value)));
$("smaller").addEventListener("click", () => zoomTo(state.zoom / 1.15));
$("larger").addEventListener("click", () => zoomTo(state.zoom * 1.15));
$("flip-all").addEventListener("click", flipAll);
$("since-button").addEventListener("click", () => search(toggled(state.query, "is", "changed")));
$("filter-button").addEventListener("click", () => showFilters());
$("findings-button").addEventListener("click", () => turnFindings());
$("findings-close").addEventListener("click", () => turnFindings(false));
$("deal").addEventListener("click", () => (deal(), draw()));
$("theme").addEventListener("click", setTheme);
$("help-button").addEventListener("click", () => $("help").showModal());
$("add-deck").hidden = !canBring;
$("add-deck").addEventListener("click", () => (showSide(false), askDeck()));
store.addEventListener("shared", ({ detail }) => {
  $("play").classList.toggle("open", detail.open);
  $("play").title = detail.open ? say("A table for several devices is open") : say("A table to play this game on");
});
$("guests-button").hidden = !about.guests;
$("guests-button").addEventListener("click", () => {
  $("guests-code").src = "/guests.svg";
  $("guests-say").textContent = about.guestsEdit
    ? say("Whoever is in this network and scans the code sees these cards, plays with them, and may edit them.")
    : say("Whoever is in this network and scans the code sees these cards, plays with them, and changes nothing.");
  Object.assign($("guests-address"), { href: about.guests, textContent: about.guests });
  $("guests").showModal();
});
$("menu").addEventListener("click", () => showSide(!document.documentElement.classList.contains("with-side")));
$("veil").addEventListener("click", () => showSide(false));
$("games").addEventListener("click", ({ target }) => {
  showSide(false);
  if (state.mode === "begin" && target.closest("a")) setMode("cards");
});
for (const button of document.querySelectorAll("[data-line]")) button.addEventListener("click", () => toggleLine(button.dataset.line));
for (const tab of document.querySelectorAll("#bar [data-mode]")) tab.addEventListener("click", () => setMode(tab.dataset.mode));
addEventListener("hashchange", chooseView);
addEventListener("resize", draw);

hintEnds(document.querySelector(".tools"));
addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoomTo(state.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
}, { passive: false });

// -- from card to card and deck to deck ----------------------------------------------------------------------------------------------

// Moves the focus along the cards; a row is as long as it happens to be.
function beside(direction) {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: rowOf(), ArrowUp: -rowOf() }[direction];
  const cards = shownCards();
  const at = cards.indexOf(document.activeElement?.closest?.(".card")?.card);
  cards[at < 0 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by))]?.element.focus();
}

function rowOf() {
  const tops = shownCards().map((card) => Math.round(card.element.getBoundingClientRect().top));
  return Math.max(1, tops.filter((top) => top === tops[0]).length);
}

function turnPage(by) {
  const views = store.contents.games.flatMap((game) =>
    game.decks.length === 1 ? [`${game.id}/${game.decks[0].id}`] : [game.id, ...game.decks.map((deck) => `${game.id}/${deck.id}`)],
  );
  location.hash = `#/${views[(views.indexOf(store.view) + by + views.length) % views.length]}`;
}

const focused = () => document.activeElement?.closest?.(".card")?.card;

// What Esc leaves, when no dialog is open.
function leave() {
  if (document.activeElement === $("query")) (search(""), $("query").blur());
  else if (!$("findings").hidden) turnFindings(false);
}

// -- what the server tells ------------------------------------------------------------------------------------------------------------

store.addEventListener("contents", () => {
  loadFonts(store.contents.fonts);
  listPlates($("sight"), store.contents.games);
  if (![...$("sight").options].some((option) => option.value === state.sight)) state.sight = ""; // a plate that is no longer
  chooseView();
  drawList();
  draw();
});
store.addEventListener("deck", async ({ detail }) => {
  const key = `${detail.game}/${detail.deck}`;
  const touched = new Set(Object.keys(detail.cards));
  drawNow();
  await refreshCards((card) => card.key === key && touched.has(card.id), detail.saved);
});
store.addEventListener("findings", () => {
  allCards().forEach((card) => card.tell());
  refresh();
  draw();
});
store.addEventListener("trouble", draw);
store.addEventListener("looked", ({ detail }) => {
  if (asked && detail.saved) (asked = ""), choose();
  document.documentElement.dataset.looked = detail.saved;
  if (detail.saved) showMake();
  if (state.mode === "sheets" && (detail.saved || !$("pages").children.length)) showSheets();
});
store.addEventListener("online", () => status("online", say("watching for changes")));
store.addEventListener("offline", () => status("offline", say("no connection; is the preview running?")));

recall();
addEyes($("sight"));
initKeys({
  beside, deal: () => (deal(), draw()), enlarge: () => focused() && enlarge(focused(), go), findings: () => turnFindings(), filters: () => showFilters(),
  flip: () => (focused() ? focused().flip() : flipAll()), flipAll, focused, help: () => $("help").showModal(), leave, line: toggleLine, mode: setMode,
  search: () => $("query").focus(), sight: nextSight, step, turnPage, zoom: (by) => zoomTo(by ? state.zoom * by : LIFE),
  inHand: () => state.mode === "hand", isOpen,
});
initSheets(go);
initPrinters();
initBegin();
if (about.begins && !location.hash && !about.game) state.mode = "begin"; // there is no game yet that one would look at
else if (state.mode === "begin") state.mode = "cards";
document.querySelector("[data-mode=begin]").hidden = !about.begins;
showBegun();
initEdits(go, toast);
for (const type of ["dragover", "drop"]) addEventListener(type, strayFile);
initGrid(go);
if (about.makes) initMake(go, toast);
else if (state.mode === "make" || (state.mode === "table" && !about.token)) state.mode = "cards";
document.querySelector("[data-mode=make]").hidden = !about.makes;
document.querySelector("[data-mode=table]").hidden = !about.token;
$("project").textContent = about.project;
look(wanted);
drawNow();
