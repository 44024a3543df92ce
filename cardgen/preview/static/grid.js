// Cards as a table: every field of a deck in a grid, and the card beside it. What is changed here is an edit of files (edits.js); what the
// files say comes back as the table of the deck, whole.

import { canBring, takeIcon } from "./bring.js";
import { element } from "./cards.js";
import { edit } from "./edits.js";
import { hintEnds } from "./ends.js";
import { CardBeside, placeOf } from "./gridcard.js";
import { askDrawing, bringDrawing, colourOf, confirmed, contentOf, editorFor, hintOf, isLong, isMenu, isNumber, isTrue, textOf, valueOf } from "./gridkinds.js";
import { GridView } from "./gridview.js";
import { plural, say } from "./language.js";
import { matcher } from "./query.js";
import { decksInView, foundOn, store } from "./store.js";
import { readCells, writeCells } from "./tsv.js";

const $ = (id) => document.getElementById(id);
const NARROW = 900;
const SEEN_FIELDS = ["art"]; // of those that every card may say, the ones that are shown though no card says them
const state = { key: "", sheet: null, order: [], sort: null, language: "", shown: {}, widths: {}, search: null, lack: "", wanted: null, cell: null };
let view, beside, goTo, editor, awaited, listening;

export function initGrid(go) {
  goTo = go;
  beside = new CardBeside(go);
  view = new GridView(say("Cards as a table"), { paint, paintHead, paintRow, open, pick, sort: sortBy, resized: ({ key, width }) => (state.widths[key] = width) });
  $("deck-table").append(bar(), element("div", { class: "halves" }, element("div", { class: "main-half" }, view.element, note), beside.element));
  hintEnds($("deck-table").querySelector(".bar-of-table"));
  view.element.addEventListener("keydown", onKey);
  for (const kind of ["copy", "cut", "paste"]) view.element.addEventListener(kind, onClipboard);
  view.element.addEventListener("dragover", onDragOver);
  view.element.addEventListener("dragleave", () => marked(null));
  view.element.addEventListener("drop", onDrop);
  view.element.addEventListener("scroll", () => editor && place(editor.box), { passive: true });
  addEventListener("beforeunload", (event) => editor?.isChanged() && event.preventDefault());
  document.addEventListener("cardgen-edited", () => load());
  store.addEventListener("contents", () => load());
  store.addEventListener("deck", ({ detail }) => {
    known = null;
    if (`${detail.game}/${detail.deck}` !== state.key) return;
    if (detail.cards[beside.id]) beside.forget();
    if (isOpen()) beside.draw();
  });
  store.addEventListener("findings", () => {
    known = null;
    if (isOpen() && state.sheet) (view.draw(true), beside.draw());
  });
  const size = () => document.documentElement.style.setProperty("--bar", `${$("bar").offsetHeight}px`);
  new ResizeObserver(size).observe($("bar"));
}

const isOpen = () => !$("deck-table").hidden;

// Shows the deck of the view, with the cards that the page's search leaves.
export function showGrid({ query, chosen }) {
  const [game] = store.view.split("/");
  const decks = decksInView();
  const keys = decks.map((deck) => `${game}/${deck.id}`);
  choice.hidden = decks.length < 2;
  choice.select.replaceChildren(...decks.map((deck) => element("option", { value: `${game}/${deck.id}` }, deck.title)));
  const key = keys.includes(state.wanted) ? state.wanted : (keys[0] ?? "");
  choice.select.value = key;
  const search = `${query} ${chosen ? [...chosen].join() : ""}`;
  const matches = chosen ? (card) => chosen.has(`${key}/${card.id}`) : matcher(query);
  Object.assign(state, { matches });
  if (key !== state.key) return begin(key, search);
  if (search !== state.search) {
    state.search = search;
    arrange();
  }
}

// The focus goes into the table, as soon as there is one.
export function focusGrid() {
  if (state.sheet) view.focus();
  else state.isAwaited = true;
}

// Leads to the cell that says a field of a card, once the table of its deck is there.
export function showCell({ key, id, field }) {
  Object.assign(state, { wanted: key, cell: { id, field } });
  if (state.key === key && state.sheet) toCell();
}

function toCell() {
  const { id, field } = state.cell;
  state.cell = null;
  const row = state.order.findIndex((at) => state.sheet.rows[at].id === id);
  const column = view.columns.findIndex((each) => each.field === field && !each.language);
  if (row >= 0) view.select(row, Math.max(0, column));
}

function begin(key, search) {
  Object.assign(state, { key, search, sheet: null, sort: null, widths: {}, lack: "" });
  view.active = { row: 0, column: 0 };
  view.anchor = { row: 0, column: 0 };
  view.show([], 0);
  beside.show(key, "");
  counted.textContent = "";
  for (const each of acts()) each.disabled = true; // until there is something that they could do
  tell("");
  load();
}

// -- what the files say -----------------------------------------------------------------------------------------------------------------

let loading = null;
let isStale = false;
let changes = 0; // of cells, made here: a table that was asked for before the last of them is older than what is shown
function load() {
  if (!state.key || !isOpen()) return void (state.key = "");
  isStale = true;
  loading ??= loadUntilFresh();
  return loading;
}

// Whoever waits for it has the table as it is after all edits so far, though another was on its way already.
async function loadUntilFresh() {
  while (isStale) {
    isStale = false;
    if (isOpen()) await loaded(state.key);
    else state.key = "";
  }
  loading = null;
}

async function loaded(key) {
  const before = changes;
  try {
    const answer = await fetch(`/edit/table?${new URLSearchParams({ deck: key })}`);
    const sheet = await answer.json();
    if (key !== state.key || before !== changes) return void (isStale = true);
    if (sheet.finding) return void (state.isUnread = true, tell(sheet.finding.sentence, "wrong"));
    take(sheet);
  } catch {
    tell(say("The preview does not answer"), "wrong");
  }
}

function take(sheet) {
  const before = state.sheet;
  state.sheet = sheet;
  if (state.isUnread) tell("");
  state.isUnread = false;
  known = null;
  for (const column of sheet.columns) {
    Object.assign(column, { key: column.name, field: column.name, title: column.name, isPalette: column.choices.length > 0 && column.choices.every((choice) => sheet.palette[choice]) });
  }
  const languages = Object.keys(sheet.texts);
  if (!languages.includes(state.language)) state.language = "";
  const { lack } = state;
  drawLanguages(languages);
  const ids = sheet.rows.map((row) => row.id).join();
  if (!before || lack !== state.lack || ids !== before.rows.map((row) => row.id).join()) arrange();
  else lay();
  if (state.cell) toCell();
  else if (state.isAwaited) view.focus();
  state.isAwaited = false;
  if (sheet.reason) tell(`${sheet.reason.why}: ${sheet.reason.remedy}`, "locked");
}

function columns() {
  const { sheet, language, shown } = state;
  const isSaid = (name) => sheet.rows.some((row) => row.values[name] !== undefined && !row.usual.includes(name));
  const rare = ["template", "back", ...SEEN_FIELDS];
  const usual = ({ name }) => !rare.includes(name) || SEEN_FIELDS.includes(name) || isSaid(name);
  const chosen = sheet.columns.filter((column) => shown[column.name] ?? usual(column));
  const all = chosen.flatMap((column) => {
    if (!language || !column.worded || isSeldom(column)) return [column];
    const title = `${column.name} · ${language}`;
    return [column, { ...column, key: title, title, language, kind: "text", needed: false, reason: null }];
  });
  return all.map((column) => ({ ...column, width: (state.widths[column.key] ??= widthOf(column)), isFrozen: column.name === "name" && !column.language && innerWidth >= NARROW }));
}

// A name that no card says is no text to translate.
const isSeldom = ({ name }) => state.sheet.rows.every((row) => !row.values[name]);

function widthOf(column) {
  const lengths = state.sheet.rows.slice(0, 300).map((row) => textOf(cellValue(row, column), column).length);
  const longest = Math.max(column.title.length + 3, ...lengths, 4);
  const extra = { art: 44, list_of: 34, one_of: column.isPalette ? 30 : 10, colour: 34 }[column.kind] ?? 0;
  const least = { bool: 74, copies: 84, int: 74 }[column.kind] ?? 90;
  const mark = state.sheet.rows.some((row) => textOfLanguage(row, column)[1] === "older") ? 50 : 0;
  return Math.round(Math.min(isLong(column) ? 320 : 230, Math.max(least, longest * 7.4 + 26 + extra + mark)));
}

// Which rows are shown, and in which order. They stay where they are while cells change, so that nothing jumps away under the hand.
function arrange() {
  const { sheet, sort, matches } = state;
  if (!sheet) return;
  const [, deck] = state.key.split("/");
  const record = (row) => ({
    id: row.id, copies: row.values.copies, deck, fields: row.values, since: store.since[state.key]?.[row.id]?.kind,
    wrong: cardOf(row) ? foundOn(state.key, cardOf(row)).length > 0 : false,
  });
  const active = rowAt(view.active.row)?.id;
  let order = sheet.rows.map((row, at) => at).filter((at) => matches(record(sheet.rows[at])));
  if (state.lack) order = order.filter((at) => textsIn(state.lack, sheet.rows[at]).length);
  const column = sort && sheet.columns.find(({ name }) => name === sort.name);
  if (column) order.sort((a, b) => sort.by * compared(sheet.rows[a].values[column.name], sheet.rows[b].values[column.name], column));
  state.order = order;
  const at = order.findIndex((row) => sheet.rows[row].id === active);
  if (at >= 0 && at !== view.active.row) view.active.row = view.anchor.row = at;
  lay();
}

function compared(one, two, column) {
  if (one === undefined || two === undefined) return (one === undefined) - (two === undefined);
  if (typeof one === "number" && typeof two === "number") return one - two;
  if (column.kind === "one_of") return column.choices.indexOf(one) - column.choices.indexOf(two);
  return textOf(one, column).localeCompare(textOf(two, column), undefined, { numeric: true });
}

function lay() {
  view.show(columns(), state.order.length);
  drawBar();
  beside.show(state.key, rowAt(view.active.row)?.id);
}

const rowAt = (at) => state.sheet?.rows[state.order[at]];
const cardOf = (row) => store.decks.get(state.key)?.cards[row.id];
const cellValue = (row, column) => (column.language ? state.sheet.texts[column.language][row.id]?.[column.field]?.[0] : row.values[column.field]);
// A text in another language: [text, state, the original that an older one was made from].
const textOfLanguage = (row, column) => (column.language && state.sheet.texts[column.language][row.id]?.[column.field]) || [];
const textsIn = (lack, row) => Object.entries(state.sheet.texts[state.language]?.[row.id] ?? {}).filter(([, [, is]]) => is === lack);

// Why a cell cannot be edited: {why, remedy, formula}, or nothing.
function lockOf(row, column) {
  const { sheet } = state;
  if (sheet.reason) return sheet.reason;
  if (column.language) return null;
  return row.cells?.[column.field] ?? column.reason ?? row.reason ?? null;
}

// -- painting ---------------------------------------------------------------------------------------------------------------------------

// Scrolling paints some hundred cells for every frame: only what differs is touched.
function paint(cell, at, column) {
  const row = rowAt(at);
  const value = cellValue(row, column);
  const lock = lockOf(row, column);
  const isUsual = !column.language && row.usual.includes(column.field);
  const [, textState] = textOfLanguage(row, column);
  const isMissing = column.language ? textState === "missing" : column.needed && (value === undefined || value === "");
  let kinds = `kind-${column.kind}${cell.frozen}`;
  if (lock) kinds += lock.formula ? " locked formula" : " locked";
  if (isUsual) kinds += " usual";
  if (isMissing) kinds += " missing";
  if (["older", "unknown"].includes(textState)) kinds += ` ${textState}`;
  if (isNumber(column)) kinds += " numeric";
  const content = contentOf(value, column, state.sheet);
  if (isMissing) content.push(element("em", {}, say("missing")));
  if (textState === "older") content.unshift(element("em", {}, say("older")));
  if (lock?.formula) content.unshift(element("span", { class: "of-formula", "aria-label": say("formula") }, "ƒ"));
  const [only] = content;
  if (content.length === 1 && typeof only === "string" && cell.childNodes.length === 1 && cell.firstChild.nodeType === Node.TEXT_NODE) {
    if (cell.firstChild.data !== only) cell.firstChild.data = only;
  } else if (content.length || cell.firstChild) cell.replaceChildren(...content);
  const title = lock ? `${lock.why}${lock.formula ? `: ${lock.formula}` : ""}` : typeof only === "string" && only.length > 20 ? only : "";
  if (title !== (cell.words ?? "")) cell.title = cell.words = title;
  if (Boolean(lock) !== Boolean(cell.isLocked)) {
    cell.isLocked = Boolean(lock);
    if (lock) cell.setAttribute("aria-readonly", "true");
    else cell.removeAttribute("aria-readonly");
  }
  return kinds;
}

function paintHead(cell, column) {
  const { sort } = state;
  const by = sort?.name === column.name && !column.language ? sort.by : 0;
  cell.setAttribute("aria-sort", { 1: "ascending", 0: "none", "-1": "descending" }[by]);
  cell.title = column.language ? say("{field} in the language {language}", { field: column.field, language: column.language }) : hintOf(column);
  cell.append(element("b", {}, column.title), element("span", { class: "direction", "aria-hidden": "true" }, { 1: "▲", 0: "", "-1": "▼" }[by]));
}

function paintRow(head, at) {
  const row = rowAt(at);
  const found = findings()[row.id];
  const number = String(state.order[at] + 1);
  if (head.firstChild?.nodeType === Node.TEXT_NODE) head.firstChild.data = number;
  else head.prepend(number);
  if (Boolean(row.loop) !== head.childNodes.length > 1) {
    head.replaceChildren(number, ...(row.loop ? [element("span", { class: "loop", title: row.reason?.why, "aria-label": row.reason?.why }, "↻")] : []));
  }
  const severity = found?.severity ?? "";
  if (severity === (head.dataset.severity ?? "")) return;
  head.dataset.severity = severity;
  head.title = found?.words ?? "";
}

// What was found on the cards of the deck, by their ids: the worst of it, and the words. It is looked up once for all rows.
let known = null;
function findings() {
  if (known) return known;
  known = {};
  for (const row of state.sheet.rows) {
    const card = cardOf(row);
    const found = card && (card.problems.length || store.findings.length) ? foundOn(state.key, card) : [];
    if (!found.length) continue;
    const severity = ["error", "warning", "note"].find((name) => found.some((each) => each.severity === name));
    known[row.id] = { severity, words: found.map((each) => each.what).join("\n") };
  }
  return known;
}

// -- what stands above and below the table ------------------------------------------------------------------------------------------------

const note = element("div", { class: "note-of-table", role: "status" });

// What an edit has answered, or why a cell cannot be edited.
function tell(words, kind = "", ...more) {
  note.className = `note-of-table ${words ? kind : "hinting"}`;
  note.replaceChildren(element("span", {}, words || say("Type to edit a cell. Ctrl+V pastes from a spreadsheet, Ctrl+D fills down, Ctrl+Z takes back.")), ...(words ? more : []));
}

const button = (words, act, title, more = {}) => element("button", { type: "button", title, onclick: act, ...more }, words);
const choice = element("label", { class: "pick" }, say("Deck"), " ");
const counted = element("span", { class: "counted" });
const languages = element("label", { class: "pick", hidden: true }, say("Beside it"), " ");
const lacks = ["missing", "older", "unknown"].map((lack) => element("button", { type: "button", "aria-pressed": "false", hidden: true, "data-lack": lack }));
const LACK_WORDS = {
  missing: (count) => plural(count, "{count} text is missing", "{count} texts are missing"),
  older: (count) => plural(count, "{count} text is older than its original", "{count} texts are older than their originals"),
  unknown: (count) => plural(count, "{count} text is of unknown age", "{count} texts are of unknown age"),
};
const fresh = element("button", { type: "button", hidden: true, onclick: () => sayFresh(), title: say("The chosen translations belong to the originals as they are now") }, say("Up to date now"));

function bar() {
  choice.select = element("select");
  choice.append(choice.select);
  choice.select.addEventListener("change", () => {
    state.wanted = choice.select.value;
    begin(state.wanted, state.search);
  });
  languages.select = element("select");
  languages.append(languages.select);
  languages.select.addEventListener("change", () => {
    Object.assign(state, { language: languages.select.value, lack: "" });
    drawLacks();
    arrange();
  });
  for (const each of lacks) {
    each.addEventListener("click", () => {
      state.lack = state.lack === each.dataset.lack ? "" : each.dataset.lack;
      drawLacks();
      arrange();
    });
  }
  return element(
    "div",
    { class: "bar-of-table", role: "toolbar", "aria-label": say("Cards") },
    choice,
    button(say("Add"), () => add(), say("A new card below (Insert)"), { "data-act": "add" }),
    button(say("Duplicate"), duplicate, say("The chosen cards once more (Ctrl+J)"), { "data-act": "duplicate" }),
    button(say("Delete cards"), remove, say("Take the chosen cards out (Ctrl+Delete)"), { "data-act": "delete" }),
    element("span", { class: "group" }, button("↑", () => move(-1), say("Move the card up (Alt+Up)"), { "data-act": "up", "aria-label": say("Move up") }), button("↓", () => move(1), say("Move the card down (Alt+Down)"), { "data-act": "down", "aria-label": say("Move down") })),
    button(say("Set all"), () => open("", false, true), say("One value for all cells that are chosen"), { "data-act": "all" }),
    button(say("Fill down"), fillDown, say("The first chosen cell into those below (Ctrl+D)"), { "data-act": "fill" }),
    button(say("Sort"), () => sortBy(view.columns[view.active.column]), say("By the column that is chosen: up, down, then as the file has it"), { "data-act": "sort" }),
    button(say("Fields"), chooseFields, say("Which fields are shown"), { "data-act": "fields" }),
    languages,
    ...lacks,
    fresh,
    element("span", { class: "gap" }),
    counted,
  );
}

const acts = () => document.querySelectorAll(".bar-of-table [data-act]");

function drawBar() {
  const { sheet, order } = state;
  const { top, bottom } = view.range;
  const chosen = bottom - top + 1;
  const all = plural(sheet.rows.length, "{count} card", "{count} cards");
  const shown = order.length === sheet.rows.length ? all : say("{shown} of {all}", { shown: order.length, all });
  counted.textContent = chosen > 1 ? `${shown}, ${say("{count} chosen", { count: chosen })}` : shown;
  for (const each of acts()) {
    const isMove = ["up", "down"].includes(each.dataset.act);
    each.disabled = !["fields", "sort"].includes(each.dataset.act) && (Boolean(sheet.reason) || (isMove && (Boolean(state.sort) || order.length < sheet.rows.length)));
  }
}

function drawLanguages(known) {
  languages.hidden = !known.length;
  languages.select.replaceChildren(element("option", { value: "" }, say("one language")), ...known.map((name) => element("option", { value: name }, name)));
  languages.select.value = state.language;
  drawLacks();
}

function drawLacks() {
  const count = (lack) => (state.language ? state.sheet.rows.reduce((sum, row) => sum + textsIn(lack, row).length, 0) : 0);
  for (const each of lacks) {
    const { lack } = each.dataset;
    const number = count(lack);
    if (!number && state.lack === lack) state.lack = ""; // all of them are shown again
    each.hidden = !number;
    each.textContent = LACK_WORDS[lack](number);
    each.setAttribute("aria-pressed", state.lack === lack);
  }
  fresh.hidden = Boolean(state.sheet.reason) || !(count("older") + count("unknown"));
}

// Says that the chosen texts of the language were made from the originals as they are now.
async function sayFresh() {
  const chosen = cellsChosen().filter(({ row, column }) => ["older", "unknown"].includes(textOfLanguage(row, column)[1]));
  if (!chosen.length) return void tell(say("Choose the texts that are up to date: those in the column of the language that are older than their original, or of unknown age."), "locked");
  const texts = {};
  for (const { row, column } of chosen) (texts[row.id] ??= []).push(column.field);
  await ask([{ do: "up-to-date", deck: state.key, language: state.language, texts }]);
  view.focus();
}

// What a text of another language is told about that is older than its original, or of which that is not known.
function explainAge([, is, earlier]) {
  if (is === "older") tell(`${say("The original was: {text}", { text: earlier })} `, "age", button(say("Up to date now"), sayFresh));
  else if (is === "unknown") tell(`${say("Nothing says which original this was made from.")} `, "age", button(say("Up to date now"), sayFresh));
  else if (note.classList.contains("age")) tell("");
}

async function chooseFields() {
  const boxes = state.sheet.columns.map((column) => {
    const input = element("input", { type: "checkbox", checked: columns().some(({ key }) => key === column.name) });
    input.addEventListener("change", () => ((state.shown[column.name] = input.checked), lay()));
    return element("label", { class: "check" }, input, column.name);
  });
  const adding = newField();
  const answer = await confirmed(say("Fields"), "", [["done", say("Done")]], element("div", { class: "boxes" }, ...boxes), adding.element);
  const field = answer && adding.value();
  if (field && (await ask([{ do: "setting", of: state.key, path: ["fields", field.name], value: field.kind }]))) {
    await load();
    tell(say("The field {name} is there. It prints once the template names it:", { name: field.name }), "saved", element("code", {}, printing(field.name)));
  }
  view.focus();
}

// What a template says to print a field.
const printing = (name) => `{{ text_box(card.${name}, 5, 60, 50, 10) }}`;

// A field that the deck gets: {name, kind}, the kind as a deck's file says it.
function newField() {
  const name = element("input", { "aria-label": say("Name of a new field"), placeholder: say("Name of a new field"), maxlength: 60, spellcheck: "false" });
  const choices = element("input", { "aria-label": say("Choices, with commas"), placeholder: say("Choices, with commas"), hidden: true, spellcheck: "false" });
  const kinds = [["text", say("a text")], ["int", say("a whole number")], ["number", say("a number")], ["one_of", say("one of several")], ["bool", say("yes or no")]];
  const kind = element("select", { "aria-label": say("What the field holds"), onchange: () => (choices.hidden = kind.value !== "one_of") }, ...kinds.map(([value, words]) => element("option", { value }, words)));
  const hint = element("p", { class: "hint" });
  const tellWhere = () => {
    const field = name.value.trim();
    hint.replaceChildren(...(field ? [say("A field is printed where the template names it, such as:"), " ", element("code", {}, printing(field))] : []));
  };
  name.addEventListener("input", tellWhere);
  const list = () => choices.value.split(",").map((each) => each.trim()).filter(Boolean);
  const kindOf = () => ({ bool: { bool: { default: false } }, one_of: { one_of: list(), optional: true } })[kind.value] ?? { [kind.value]: { optional: true } };
  return { element: element("div", { class: "new-field" }, name, kind, choices, hint), value: () => name.value.trim() && { name: name.value.trim(), kind: kindOf() } };
}

// What is told of the cell that is active.
function pick() {
  const row = rowAt(view.active.row);
  if (!row) return;
  beside.show(state.key, row.id);
  drawBar();
  const lock = lockOf(row, view.columns[view.active.column]);
  if (lock && !state.sheet.reason) explain(row, lock);
  else if (note.classList.contains("locked") && !state.sheet.reason) tell("");
  if (!lock) explainAge(textOfLanguage(row, view.columns[view.active.column]));
}

function explain(row, lock) {
  const more = [];
  if (lock.formula) more.push(element("code", {}, lock.formula), " ");
  if (row.loop > 0 && lock === row.reason && !/copies/.test(lock.why)) more.push(button(say("Write its cards out"), () => writeOut(row)));
  else more.push(element("span", { class: "remedy" }, lock.remedy));
  tell(`${lock.why}${lock.formula ? ": " : ". "}`, "locked", ...more, " ", placeOf(row.at, goTo));
}

// -- editing a cell ---------------------------------------------------------------------------------------------------------------------

// `key` is the one that opened it: a sign replaces the value. `isAll` writes it into every cell that is chosen.
function open(key, isControl = false, isAll = false) {
  const { row: at, column: across } = view.active;
  const [row, column] = [rowAt(at), view.columns[across]];
  if (!row || !column) return;
  editor?.close();
  const lock = lockOf(row, column);
  if (lock) return explain(row, lock);
  if (column.kind === "bool") {
    if (["", " ", "Enter", "F2"].includes(key)) return write(isAll ? cellsChosen() : [{ row, column }], isTrue(cellValue(row, column)) ? "false" : "true");
    return;
  }
  if (column.kind === "art") return openArt(row, column, isAll);
  const isSign = key.length === 1 && (key !== " " || !isMenu(column));
  const value = cellValue(row, column);
  const shut = (isCommitted, given, move = "") => {
    if (!editor) return;
    const box = editor.box;
    editor = null;
    const had = box.contains(document.activeElement);
    box.remove();
    const text = textOf(given, column);
    const isSame = text === textOf(value, column) && !isAll;
    if (!isCommitted || isSame) (beside.forget(), beside.draw());
    if (had) view.focus();
    if (isCommitted && !isSame) write(isAll ? cellsChosen() : [{ row, column }], Array.isArray(given) ? given : text);
    const by = { down: [1, 0], up: [-1, 0], left: [0, -1], right: [0, 1] }[move];
    if (by && !isAll) view.select(at + by[0], across + by[1]);
  };
  const box = editorFor(column, state.sheet, {
    value,
    text: isSign ? key : textOf(value, column),
    typed: isSign ? key : "",
    isLarge: isLong(column) && ["", "Enter", "F2"].includes(key),
    done: (given, move) => shut(true, given, move),
    left: () => shut(false),
    tried: (given) => !column.language && beside.try({ [column.field]: given === "" ? null : given }),
    placed: () => place(box),
  });
  editor = { box, at, across, close: () => shut(true, box.value()), isChanged: () => textOf(box.value(), column) !== textOf(value, column) };
  box.addEventListener("focusout", (event) => {
    if (editor?.box === box && !box.contains(event.relatedTarget) && document.hasFocus()) editor.close();
  });
  $("deck-table").append(box);
  place(box);
  box.begin();
  place(box);
  if (isSign && !isMenu(column)) beside.try({ [column.field]: key });
}

// An editor lies over its cell, also while the table scrolls, and nowhere beyond the window. It is not closed by scrolling: a cell that is
// led to scrolls into view after the first letter was typed, which would be saved as the whole text.
function place(box) {
  const cell = view.cellAt(view.active.row, view.active.column)?.getBoundingClientRect();
  if (!cell) return;
  box.style.minWidth = `${cell.width + 2}px`;
  box.style.setProperty("--cell", `${cell.width}px`);
  const { width, height } = box.getBoundingClientRect();
  const isBelow = cell.top + height < innerHeight - 8;
  const table = view.element.getBoundingClientRect();
  const right = Math.min(innerWidth - 6, table.right);
  box.style.left = `${Math.max(6, Math.min(cell.left - 1, right - width))}px`;
  box.style.top = `${isBelow ? Math.max(table.top, cell.top - 1) : Math.max(6, innerHeight - height - 8)}px`;
}

async function openArt(row, column, isAll, begin = null) {
  const name = await askDrawing({ game: state.sheet.game, card: `${state.sheet.game}/${state.sheet.deck}/${row.id}`, now: textOf(cellValue(row, column), column), begin, take: canBring ? takeIcon : null });
  view.focus();
  if (name !== undefined) write(isAll ? cellsChosen() : [{ row, column }], name);
}

function cellsChosen() {
  const { top, bottom, left, right } = view.range;
  const cells = [];
  for (let at = top; at <= bottom; at++) for (let across = left; across <= right; across++) cells.push({ row: rowAt(at), column: view.columns[across] });
  return cells;
}

// -- writing ----------------------------------------------------------------------------------------------------------------------------

// Writes a value, or one for each, into cells. Those that cannot be edited are passed over and counted.
async function write(cells, values, extra = []) {
  const byCard = new Map();
  let passed = 0;
  cells.forEach(({ row, column }, at) => {
    const given = typeof values === "function" ? values(at) : values;
    if (lockOf(row, column)) return void passed++;
    const old = cellValue(row, column);
    if (textOf(given, column) === textOf(old, column)) return;
    const name = `${row.id} ${column.language ?? ""}`;
    const one = byCard.get(name) ?? { row, language: column.language, values: {}, seen: {} };
    byCard.set(name, one);
    one.values[column.field] = given === "" || (Array.isArray(given) && !given.length) ? null : given;
    one.seen[column.field] = old ?? null;
  });
  const edits = [...byCard.values()].map(({ row, language, values: typed, seen }) =>
    language ? { do: "text", deck: state.key, card: row.id, language, values: typed } : { do: "set", deck: state.key, card: row.id, values: typed, seen },
  );
  const kept = [...byCard.values()].map(({ row, language, values: typed }) => foreseen(row, language, typed));
  view.draw(true);
  if (!edits.length && !extra.length) return void (passed && tell(plural(passed, "{count} cell cannot be edited", "{count} cells cannot be edited"), "locked"));
  const isDone = await ask([...edits, ...extra], passed);
  if (!isDone) kept.forEach((back) => back());
  view.draw(true);
  return isDone;
}

// The value as it will be, before the file says it; what is given back undoes that.
function foreseen(row, language, typed) {
  const before = language ? structuredClone(state.sheet.texts[language][row.id]) : { ...row.values };
  for (const [field, given] of Object.entries(typed)) {
    const column = state.sheet.columns.find(({ name }) => name === field);
    const value = valueOf(given, column);
    if (language) state.sheet.texts[language][row.id][field] = [given ?? "", given ? "there" : "missing", ""];
    else {
      if (value === undefined) delete row.values[field];
      else row.values[field] = value;
      row.usual = row.usual.filter((name) => name !== field);
    }
  }
  return () => (language ? (state.sheet.texts[language][row.id] = before) : (row.values = before));
}

async function ask(edits, passed = 0) {
  tell(say("Saving ..."));
  changes++;
  const answer = await edit(edits);
  changes++;
  if (!answer.done) {
    beside.forget();
    beside.draw();
    if (answer.theirs) return (tell(say("Theirs stays")), load(), false);
    const { sentence, at } = answer.finding;
    tell(sentence, "wrong", " ", at ? placeOf(at, goTo) : "");
    return false;
  }
  const files = answer.files.map((file) => file.split("/").at(-1)).join(", ");
  const words = [files ? say("Saved in {files}", { files }) : "", ...answer.notes];
  if (passed) words.push(plural(passed, "{count} cell cannot be edited", "{count} cells cannot be edited"));
  tell(words.filter(Boolean).join(". "), "saved");
  return true;
}

// -- cards as a whole -------------------------------------------------------------------------------------------------------------------

const rowsChosen = () => {
  const { top, bottom } = view.range;
  return Array.from({ length: bottom - top + 1 }, (unused, at) => rowAt(top + at)).filter(Boolean);
};

// An id that no card has: the base, with the next free number behind it.
function freeId(base, taken) {
  const stem = base.replace(/-\d+$/, "");
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`;
  taken.add(id);
  return id;
}

const idsTaken = () => new Set(state.sheet.rows.map((row) => row.id));
const hasIds = () => !state.sheet.columns.find(({ name }) => name === "id").reason;
const idOf = (words) => words.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/[^a-z0-9-]/g, "").replace(/^-+|-+$/g, "");

// What a new card says at first: as little as its deck lets it.
function blank(taken, typed = {}) {
  const values = { ...typed };
  if (hasIds()) values.id = freeId(values.id || idOf(String(values.name ?? "")) || `${idOf(state.sheet.deck) || "card"}-${state.sheet.rows.length + 1}`, taken);
  else values.name ??= freeName();
  for (const column of state.sheet.columns) {
    if (!column.needed || column.name in values || column.name === "id" || column.reason) continue;
    const first = { one_of: column.choices[0], bool: "false", int: column.least ?? 0, number: column.least ?? 0, list_of: [] }[column.kind];
    values[column.name] = first ?? (column.kind === "text" ? column.name : "");
  }
  return values;
}

const freeName = () => {
  const names = new Set(state.sheet.rows.map((row) => String(row.values.name ?? "")));
  let number = state.sheet.rows.length + 1;
  while (names.has(say("Card {number}", { number }))) number++;
  return say("Card {number}", { number });
};

async function insert(cards, behind, column) {
  let before = behind;
  const edits = cards.map((values) => {
    const one = { do: "add", deck: state.key, values, ...(before && { behind: before }) };
    before = values.id ?? "";
    return one;
  });
  if (!(await ask(edits))) return;
  await load();
  const id = cards[0].id ?? state.sheet.rows.find((row) => row.values.name === cards[0].name)?.id;
  const at = state.order.findIndex((row) => state.sheet.rows[row].id === id);
  if (at >= 0) view.select(at, column ?? Math.max(0, view.columns.findIndex(({ name }) => name === "name")));
}

const add = () => insert([blank(idsTaken())], rowAt(view.range.bottom)?.id);

function duplicate() {
  const taken = idsTaken();
  const rows = rowsChosen();
  if (!rows.length) return;
  const copies = rows.map((row) => {
    const said = Object.entries(row.values).filter(([name]) => !row.usual.includes(name) && !row.cells?.[name] && !state.sheet.columns.find((column) => column.name === name)?.reason);
    const typed = Object.fromEntries(said);
    if (!hasIds()) typed.name = freeName();
    return blank(taken, { ...typed, ...(hasIds() && { id: row.id }) });
  });
  insert(copies, rows.at(-1).id, view.active.column);
}

async function remove() {
  const rows = rowsChosen();
  if (!rows.length) return;
  const locked = rows.find((row) => row.reason);
  if (locked) return explain(locked, locked.reason);
  const { top } = view.range;
  if (!(await ask(rows.map((row) => ({ do: "remove", deck: state.key, card: row.id }))))) return;
  await load();
  view.select(Math.min(top, state.order.length - 1), view.active.column);
  tell(plural(rows.length, "{count} card taken out: Ctrl+Z brings it back", "{count} cards taken out: Ctrl+Z brings them back"), "saved");
}

async function move(by) {
  const rows = state.sheet.rows;
  const at = rows.indexOf(rowAt(view.active.row));
  const to = at + by;
  if (state.sort || state.order.length < rows.length || to < 0 || to >= rows.length) return;
  if (rows[at].reason) return explain(rows[at], rows[at].reason);
  const behind = by > 0 ? rows[to].id : (rows[to - 1]?.id ?? "");
  const { id } = rows[at];
  if (!(await ask([{ do: "move", deck: state.key, card: id, behind }]))) return;
  await load();
  view.select(state.sheet.rows.findIndex((row) => row.id === id), view.active.column);
}

async function writeOut(row) {
  const edits = [{ do: "write-out", deck: state.key, card: row.id }];
  const shown = await edit(edits, { dry: true });
  if (!shown.done) return tell(shown.finding.sentence, "wrong");
  const diff = element("pre", { class: "diff", tabindex: "0" }, shown.diff.join("\n"));
  const answer = await confirmed(say("Write its cards out?"), say("The loop becomes {count} cards, each of which can be edited.", { count: row.loop }), [["yes", say("Write them out")]], diff);
  if (answer && (await ask(edits))) await load();
  view.focus();
}

// -- many cells at once -----------------------------------------------------------------------------------------------------------------

function fillDown() {
  const { top, bottom, left, right } = view.range;
  const from = top === bottom ? top - 1 : top;
  if (from < 0) return;
  const cells = [];
  const values = [];
  for (let across = left; across <= right; across++) {
    const column = view.columns[across];
    if (column.field === "id") continue; // an id is one card's
    for (let at = from + 1; at <= bottom; at++) {
      cells.push({ row: rowAt(at), column });
      values.push(textOf(cellValue(rowAt(from), column), column));
    }
  }
  write(cells, (at) => values[at]);
}

const clear = () => write(cellsChosen().filter(({ column }) => column.field !== "id"), "");

function onClipboard(event) {
  if (editor || !state.sheet) return;
  event.preventDefault();
  if (event.type === "paste") return paste(event.clipboardData.getData("text/plain"));
  const { top, bottom, left, right } = view.range;
  const rows = [];
  for (let at = top; at <= bottom; at++) rows.push(view.columns.slice(left, right + 1).map((column) => textOf(cellValue(rowAt(at), column), column)));
  event.clipboardData.setData("text/plain", writeCells(rows));
  tell(say("{count} cells copied", { count: rows.length * rows[0].length }));
  if (event.type === "cut") clear();
}

async function paste(text) {
  let block = readCells(text);
  const { top, bottom, left, right } = view.range;
  if (block.length === 1 && block[0].length === 1 && (top < bottom || left < right)) return write(cellsChosen(), block[0][0]);
  const names = view.columns.map(({ title }) => title.toLowerCase());
  const heads = block[0].map((head) => names.indexOf(head.trim().toLowerCase()));
  const hasHeads = block[0].length > 1 && heads.every((at) => at >= 0);
  if (hasHeads) block = block.slice(1);
  const places = hasHeads ? heads : block[0].map((unused, at) => left + at);
  const inside = block.slice(0, state.order.length - top);
  const beyond = block.slice(inside.length).filter((cells) => cells.some(Boolean));
  const cells = [];
  const values = [];
  inside.forEach((typed, down) => typed.forEach((value, at) => {
    const column = view.columns[places[at]];
    if (column) (cells.push({ row: rowAt(top + down), column }), values.push(value));
  }));
  let extra = [];
  if (beyond.length && !state.sheet.reason) {
    const sentence = say("{rows} rows were pasted and {room} are there.", { rows: block.length, room: inside.length });
    const answer = await confirmed(plural(beyond.length, "Add {count} card?", "Add {count} cards?"), sentence, [["add", say("Add them")], ["leave", say("Leave them out")]]);
    view.focus();
    if (!answer) return;
    if (answer === "add") extra = pasted(beyond, places);
  }
  const [first, last] = [Math.min(...places), Math.min(Math.max(...places), view.columns.length - 1)];
  view.selectRange(top, first, top + inside.length - 1, last);
  view.focus();
  const chosen = JSON.stringify(view.range);
  if (!(await write(cells, (at) => values[at], extra))) return;
  await load();
  if (extra.length && chosen === JSON.stringify(view.range)) view.selectRange(top, first, top + inside.length + extra.length - 1, last);
}

function pasted(rows, places) {
  const taken = idsTaken();
  let behind = state.sheet.rows.at(-1)?.id;
  return rows.map((typed) => {
    const said = typed.map((value, at) => [view.columns[places[at]], value]).filter(([column, value]) => column && !column.language && !column.reason && value !== "");
    const values = blank(taken, Object.fromEntries(said.map(([column, value]) => [column.field, value])));
    const one = { do: "add", deck: state.key, values, ...(behind && { behind }) };
    behind = values.id ?? "";
    return one;
  });
}

// -- keys, pictures that are dropped -------------------------------------------------------------------------------------------------------

function onKey(event) {
  if (event.target.closest(".editor")) return;
  const isControl = event.ctrlKey || event.metaKey;
  const act = {
    "c+d": fillDown, "c+j": duplicate, "c+delete": remove, "c+backspace": remove, "a+arrowup": () => move(-1), "a+arrowdown": () => move(1),
    insert: () => add(), delete: clear, backspace: clear, "c+enter": () => open("", false, true),
  }[`${isControl ? "c+" : ""}${event.altKey ? "a+" : ""}${event.key.toLowerCase()}`];
  if (!act || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function artCell(event) {
  const place = view.placeOf(event.target);
  if (!place || ![...event.dataTransfer.types].includes("Files")) return null;
  const column = view.columns.findIndex(({ kind }) => kind === "art");
  const row = rowAt(place.row);
  return column < 0 || lockOf(row, view.columns[column]) ? null : { ...place, column, row };
}

function marked(cell) {
  for (const each of view.body.querySelectorAll(".dropped-on")) each.classList.remove("dropped-on");
  if (cell) view.cellAt(cell.at, cell.column)?.classList.add("dropped-on");
}

function onDragOver(event) {
  const cell = artCell(event);
  if (!cell) return;
  event.preventDefault();
  marked({ at: view.placeOf(event.target).row, column: cell.column });
}

async function onDrop(event) {
  const place = view.placeOf(event.target);
  const cell = artCell(event);
  marked(null);
  if (!cell) return;
  event.preventDefault();
  const name = await bringDrawing(state.sheet.game, event.dataTransfer.files[0], (words) => tell(words));
  if (!name) return;
  view.select(place.row, cell.column);
  write([{ row: cell.row, column: view.columns[cell.column] }], name);
}

function sortBy(column) {
  if (column.language) return;
  const { sort } = state;
  state.sort = sort?.name !== column.name ? { name: column.name, by: 1 } : sort.by > 0 ? { name: column.name, by: -1 } : null;
  arrange();
  if (state.sort) tell(say("Sorted here only: the file keeps its order."));
  else tell("");
}
