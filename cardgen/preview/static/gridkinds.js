// What a field of cards looks like in a cell, as a text to copy, and how it is asked for.

import { element } from "./cards.js";
import { focusBack } from "./focus.js";
import { about } from "./store.js";
import { say } from "./language.js";

const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const NUMBERS = ["int", "number", "copies"];

// The text that somebody would type for a value.
export function textOf(value, column) {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map((entry) => (/[,;|"]/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(", ");
  if (typeof value === "number" && column.decimal === ",") return String(value).replace(".", ",");
  return String(value);
}

// What a typed text is as the value of a cell, until the file has been read again.
export function valueOf(text, column) {
  if (text === null || text === "") return undefined;
  if (Array.isArray(text)) return text;
  if (column.kind === "list_of") return text.split(/\s*[,;|\n]\s*/).filter(Boolean);
  if (column.kind === "bool") return isTrue(text);
  const number = Number(column.decimal === "," ? text.replace(",", ".") : text);
  return NUMBERS.includes(column.kind) && !isNaN(number) ? number : text;
}

export const isTrue = (value) => value === true || /^(true|yes|x|1|ja|wahr)$/i.test(String(value ?? ""));
const MADE = "auto/"; // how the names of made drawings begin; a card says the word alone

export const isNumber = (column) => NUMBERS.includes(column.kind);
export const isMenu = (column) => ["one_of", "list_of", "template"].includes(column.kind);
export const isLong = (column) => column.kind === "text" && column.field !== "name";
export const colourOf = (value, palette) => (COLOUR.test(value) ? value : (palette[value] ?? ""));

export function swatch(colour) {
  const spot = element("span", { class: "swatch", "aria-hidden": "true" });
  spot.style.background = colour;
  return spot;
}

export function pictureOf(game, name, key) {
  const address = `/edit/picture?${new URLSearchParams({ game, name, key })}`;
  return element("img", { src: address, alt: "", loading: "lazy", decoding: "async", draggable: "false" });
}

// What is in a cell: the words of a value, with a picture of it where that says more.
export function contentOf(value, column, sheet) {
  const text = textOf(value, column);
  if (column.kind === "bool") return [element("span", { class: "box", "aria-label": isTrue(value) ? say("true") : say("false") }, isTrue(value) ? "✓" : "")];
  if (text === "") return [];
  if (column.kind === "art") {
    const key = sheet.drawings[text];
    return [key ? pictureOf(sheet.game, text, key) : element("span", { class: "no-art", "aria-hidden": "true" }, "?"), text.startsWith(MADE) ? MADE.slice(0, -1) : text];
  }
  if (column.kind === "list_of" && Array.isArray(value)) {
    return value.map((entry) => element("span", { class: "entry" }, ...coloured(entry, column, sheet)));
  }
  if (column.kind === "colour" || column.kind === "one_of") return coloured(text, column, sheet);
  if (isNumber(column) && column.unit) return [text, element("small", {}, ` ${column.unit}`)];
  return [text];
}

function coloured(text, column, sheet) {
  const colour = column.kind === "colour" || column.isPalette ? colourOf(text, sheet.palette) : "";
  return colour ? [swatch(colour), text] : [text];
}

// What a field holds, in words, for the head of its column.
export function hintOf(column) {
  const bounds = [column.least, column.most].some((bound) => bound !== null && bound !== undefined);
  const from = column.least ?? "…";
  const to = column.most ?? "…";
  const words = {
    id: say("the name by which files and rules call the card"),
    copies: say("how many of it are printed"),
    int: bounds ? say("a whole number from {from} to {to}", { from, to }) : say("a whole number"),
    number: bounds ? say("a number from {from} to {to}", { from, to }) : say("a number"),
    bool: say("true or false"),
    one_of: say("one of {choices}", { choices: column.choices.join(", ") }),
    list_of: say("any of {choices}", { choices: column.choices.join(", ") }),
    art: say("a drawing"),
    colour: say("a colour"),
    template: say("a template"),
  };
  return words[column.kind] ?? say("a text");
}

// -- asking -----------------------------------------------------------------------------------------------------------------------------

// An editor is a box over the cell. `done(value, move)` takes what was chosen, `left()` is told of Esc, `tried(value)` of every change.
export function editorFor(column, sheet, ask) {
  if (isMenu(column)) return menu(column, sheet, ask);
  if (column.kind === "colour") return colours(sheet, ask);
  return field(column, ask);
}

function field(column, { text, isLarge, done, left, tried, placed }) {
  const isNumeric = isNumber(column);
  const isText = isLong(column);
  const input = element(isText ? "textarea" : "input", {
    class: "typed", "aria-label": column.title, spellcheck: isText ? "true" : "false", autocomplete: "off", inputmode: isNumeric ? "decimal" : "text",
  });
  if (isText) input.rows = 1;
  input.value = text;
  const hint = element("p", { class: "hint" });
  const box = element("div", { class: `editor ${isText ? "words" : "line-of-words"}` }, input, hint);
  const enlarge = () => {
    if (!isText || box.classList.contains("large")) return;
    box.classList.add("large");
    hint.textContent = say("Ctrl+Enter saves, Esc leaves it as it was");
    if (box.isConnected) placed();
  };
  const grow = () => {
    if (!isText) return;
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight + 2, Math.max(120, innerHeight * 0.45))}px`;
    placed();
  };
  if (isLarge || text.includes("\n") || text.length > 60) enlarge();
  input.addEventListener("input", () => (grow(), tried(input.value)));
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") return (event.preventDefault(), left());
    if (event.key === "Tab") return (event.preventDefault(), done(input.value, event.shiftKey ? "left" : "right"));
    if (event.key !== "Enter" || event.isComposing) return;
    const isNewLine = isText && !event.ctrlKey && !event.metaKey && (event.shiftKey || event.altKey || box.classList.contains("large"));
    if (isNewLine && !event.altKey) return enlarge();
    event.preventDefault();
    if (isNewLine) return (enlarge(), input.setRangeText("\n", input.selectionStart, input.selectionEnd, "end"), grow(), tried(input.value));
    done(input.value, event.shiftKey ? "up" : box.classList.contains("large") ? "" : "down");
  });
  box.begin = () => {
    input.focus({ preventScroll: true });
    input.setSelectionRange(input.value.length, input.value.length);
    grow();
  };
  box.value = () => input.value;
  return box;
}

// A list to choose from, narrowed by what is typed. Of a list_of several are chosen, in their order.
function menu(column, sheet, { value, typed, done, left, tried }) {
  const isList = column.kind === "list_of";
  const isFree = column.kind === "template";
  let entries = isList ? [...(value ?? [])] : value === undefined ? [] : [String(value)];
  let at = 0;
  const filter = element("input", { class: "typed", role: "combobox", "aria-expanded": "true", "aria-controls": "choices-of-cell", "aria-label": column.title, autocomplete: "off", spellcheck: "false" });
  const list = element("ul", { id: "choices-of-cell", role: "listbox", "aria-label": column.title, "aria-multiselectable": String(isList) });
  const hint = element("p", { class: "hint" }, isList ? say("Enter takes an entry in or out, Tab saves") : "");
  const box = element("div", { class: "editor menu" }, filter, list, hint);
  const nothing = isList || column.needed ? [] : [""];
  const shown = () => [...nothing, ...column.choices].filter((choice) => choice.toLowerCase().includes(filter.value.trim().toLowerCase()));
  const draw = () => {
    const rows = shown().map((choice, i) => {
      const order = entries.indexOf(choice) + 1;
      const mark = element("span", { class: "mark", "aria-hidden": "true" }, order ? (isList ? order : "✓") : "");
      const words = choice === "" ? [element("em", {}, say("nothing"))] : coloured(choice, column, sheet);
      const row = element("li", { id: `choice-of-cell-${i}`, role: "option", "aria-selected": String(Boolean(order)) }, mark, ...words);
      row.addEventListener("pointerdown", (event) => (event.preventDefault(), take(choice)));
      return row;
    });
    at = Math.min(at, Math.max(0, rows.length - 1));
    rows[at]?.classList.add("at");
    list.replaceChildren(...rows);
    rows[at]?.scrollIntoView({ block: "nearest" });
    filter.setAttribute("aria-activedescendant", rows[at]?.id ?? "");
  };
  const take = (choice) => {
    if (!isList) return done(choice, "");
    if (entries.includes(choice)) entries = entries.filter((entry) => entry !== choice);
    else if (column.most && entries.length >= column.most) return (hint.textContent = say("{count} at the most", { count: column.most }));
    else entries.push(choice);
    filter.value = "";
    tried([...entries]);
    draw();
  };
  filter.addEventListener("input", () => ((at = 0), draw()));
  filter.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const rows = shown();
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (steps) {
      at = Math.min(rows.length - 1, Math.max(0, at + steps));
      event.preventDefault();
      return draw();
    }
    if (event.key === "Escape") return (event.preventDefault(), left());
    if (event.key === "Backspace" && isList && !filter.value) return (entries.pop(), tried([...entries]), draw());
    if (event.key !== "Enter" && event.key !== "Tab") return;
    event.preventDefault();
    const move = event.key === "Enter" ? "" : event.shiftKey ? "left" : "right";
    if (isList && (event.key === "Tab" || event.ctrlKey || event.metaKey)) return done(entries, move);
    const isChosen = event.key === "Enter" || filter.value;
    if (rows[at] !== undefined && isChosen) return isList ? take(rows[at]) : done(rows[at], move || "down");
    if (isFree && filter.value) return done(filter.value, move || "down");
    if (event.key === "Tab") done(box.value(), move);
  });
  box.begin = () => {
    filter.value = typed;
    at = typed ? 0 : Math.max(0, shown().indexOf(entries[0] ?? ""));
    draw();
    filter.focus({ preventScroll: true });
  };
  box.value = () => (isList ? entries : (entries[0] ?? ""));
  return box;
}

function colours(sheet, { text, done, left, tried }) {
  const input = element("input", { class: "typed", "aria-label": say("Colour as #RRGGBB"), spellcheck: "false", autocomplete: "off" });
  const picker = element("input", { type: "color", "aria-label": say("Choose a colour") });
  const named = Object.entries(sheet.palette).map(([name, colour]) => {
    const button = element("button", { type: "button", class: "of-palette", title: `${name} ${colour}`, "aria-label": `${name} ${colour}` }, swatch(colour));
    button.addEventListener("click", () => done(colour, ""));
    return button;
  });
  const box = element("div", { class: "editor colours" }, element("div", { class: "row" }, picker, input), element("div", { class: "palette" }, ...named));
  const full = (colour) => (colour.length === 4 ? `#${[...colour.slice(1)].map((sign) => sign + sign).join("")}` : colour);
  input.value = text;
  if (COLOUR.test(text)) picker.value = full(text).toLowerCase();
  picker.addEventListener("input", () => ((input.value = picker.value.toUpperCase()), tried(input.value)));
  input.addEventListener("input", () => {
    if (!COLOUR.test(input.value)) return;
    picker.value = full(input.value).toLowerCase();
    tried(input.value);
  });
  box.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") return (event.preventDefault(), left());
    if (event.key !== "Enter" || event.target.tagName === "BUTTON") return;
    event.preventDefault();
    done(input.value, "down");
  });
  box.begin = () => input.select();
  box.value = () => input.value;
  return box;
}

// -- drawings ---------------------------------------------------------------------------------------------------------------------------

const PAUSE = 180;

// Asks for a drawing of the game, the first of which is made for the card: the name of one, "" for none, or undefined where nobody chose. A picture that is dropped becomes one, and so
// does an icon of a set, which `take` copies into the project.
export function askDrawing({ game, now, begin, card = "", take = null }) {
  if (now.startsWith(MADE)) now = MADE.slice(0, -1);
  const search = element("input", { type: "search", placeholder: say("Search"), "aria-label": say("Search the drawings"), autocomplete: "off" });
  const list = element("ul", { class: "drawings", role: "listbox", "aria-label": say("Drawings") });
  const file = element("input", { type: "file", accept: ".svg,.png,.jpg,.jpeg,.webp,.avif,.gif", "aria-label": say("A picture from this machine") });
  const told = element("p", { class: "hint", role: "status" });
  const none = element("button", { type: "button" }, say("No drawing"));
  const cancel = element("button", { type: "button" }, say("Cancel"));
  const drop = element("label", { class: "drop" }, element("b", {}, say("Drop a picture here")), element("span", {}, say("or choose one from this machine")), file);
  const dialog = element(
    "dialog",
    { class: "art-dialog", "aria-label": say("Choose a drawing") },
    element("header", {}, element("h2", {}, say("Choose a drawing")), search),
    list,
    drop,
    told,
    element("div", { class: "row" }, none, cancel),
  );
  document.body.append(dialog);
  let drawings = [];
  let icons = [];
  let asked = 0;
  let decide;
  const decided = new Promise((resolve) => (decide = resolve));
  const end = (name) => (dialog.close(), decide(name));
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const rows = drawings
      .filter(({ name, words }) => [name, ...words].some((text) => text.toLowerCase().includes(wanted)))
      .map(({ name, key, shows }) => {
        const says = shows ? [element("small", {}, say("made for the card"))] : [];
        const row = element("li", { role: "option", tabindex: "-1", "aria-selected": String(name === now), "data-name": name }, pictureOf(game, shows || name, key), element("span", {}, name), ...says);
        row.addEventListener("click", () => end(name));
        return row;
      });
    rows.push(...icons.map((icon) => iconOfSet(icon, choose)));
    const chosen = rows.find((row) => row.dataset.name === now) ?? rows[0];
    if (chosen) chosen.tabIndex = 0;
    list.replaceChildren(...rows);
    return chosen;
  };
  const choose = async (name) => {
    told.textContent = say("Copying {name} ...", { name });
    const answer = await take(name);
    if (answer.done) end(answer.name);
    else told.textContent = answer.finding.sentence;
  };
  const seek = async () => {
    const number = ++asked;
    const answer = await fetch(`/edit/icons?${new URLSearchParams({ words: search.value.trim() })}`).then((sent) => sent.json()).catch(() => null);
    if (number !== asked || !answer?.icons) return;
    const at = document.activeElement?.dataset.name ?? document.activeElement?.dataset.icon;
    icons = answer.icons;
    draw();
    if (at) [...list.children].find((row) => (row.dataset.name ?? row.dataset.icon) === at)?.focus();
    const more = answer.total - icons.length;
    told.textContent = icons.length ? say("An icon of a set is copied into the project, and its author into credits.yaml.") : "";
    if (more > 0) told.textContent += ` ${say("{count} more: type a word.", { count: more })}`;
  };
  list.addEventListener("keydown", (event) => {
    const rows = [...list.children];
    const place = rows.indexOf(event.target);
    const across = Math.max(1, rows.filter((row) => row.offsetTop === rows[0].offsetTop).length);
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key];
    if (by) {
      rows[Math.min(rows.length - 1, Math.max(0, place + by))].focus();
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") (event.preventDefault(), event.target.click());
    event.stopPropagation();
  });
  let waiting = 0;
  search.addEventListener("input", () => {
    draw();
    if (!take) return;
    clearTimeout(waiting);
    waiting = setTimeout(seek, PAUSE);
  });
  search.addEventListener("keydown", (event) => {
    const first = list.querySelector("[tabindex='0']");
    if (event.key === "Enter" && first) (event.preventDefault(), list.firstElementChild.click());
    if (event.key === "ArrowDown" && first) (event.preventDefault(), first.focus());
    event.stopPropagation();
  });
  const bring = async (brought) => {
    if (!brought) return;
    told.textContent = say("Bringing {file} ...", { file: brought.name });
    const name = await bringDrawing(game, brought, (words) => (told.textContent = words));
    if (name) end(name);
  };
  file.addEventListener("change", () => bring(file.files[0]));
  dialog.addEventListener("dragover", (event) => (event.preventDefault(), dialog.classList.add("over")));
  dialog.addEventListener("dragleave", () => dialog.classList.remove("over"));
  dialog.addEventListener("drop", (event) => (event.preventDefault(), dialog.classList.remove("over"), bring(event.dataTransfer.files[0])));
  none.addEventListener("click", () => end(""));
  cancel.addEventListener("click", () => end(undefined));
  dialog.addEventListener("close", () => (dialog.remove(), decide(undefined)));
  dialog.showModal();
  fetch(`/edit/drawings?${new URLSearchParams({ game, card })}`)
    .then((answer) => answer.json())
    .then((found) => {
      drawings = found;
      const chosen = draw();
      if (begin) bring(begin);
      else (drawings.length > 12 ? search : (chosen ?? search)).focus();
      chosen?.scrollIntoView({ block: "nearest" });
      if (take) seek();
    });
  return decided;
}

function iconOfSet({ name, credit, key }, choose) {
  const [set, ...rest] = name.split(":");
  const picture = element("img", { src: `/edit/icon?${new URLSearchParams({ name, key })}`, alt: "", loading: "lazy", decoding: "async", draggable: "false" });
  const row = element("li", { role: "option", tabindex: "-1", class: "of-set", "aria-selected": "false", title: credit, "data-icon": name }, picture, element("span", {}, rest.join(":")), element("small", {}, set));
  row.addEventListener("click", () => choose(name));
  return row;
}

// Puts a picture into the game's folder of art; the name by which cards call it, or "" where that was not to be.
export async function bringDrawing(game, file, tell) {
  let name = file.name;
  let isReplaced = false;
  for (;;) {
    const about_it = new URLSearchParams({ game, name, ...(isReplaced && { replace: "yes" }) });
    let answer;
    try {
      const sent = await fetch(`/edit/art?${about_it}`, { method: "POST", headers: { "x-cardgen-token": about.token }, body: file });
      if (sent.status === 413) return tell(say("{file} is too large: 20 MB is the most", { file: file.name })), "";
      answer = await sent.json();
    } catch {
      return tell(say("The preview does not answer: nothing was saved")), "";
    }
    if (answer.done) return tell(say("{file} is in the folder of art", { file: answer.file })), answer.name;
    if (!answer.exists) return tell(answer.finding.sentence), "";
    const choice = await confirmed(say("{file} is there already", { file: answer.exists }), say("Cards that show it would show the new picture."), [
      ...(answer.exists === answer.file ? [["replace", say("Replace it")]] : []),
      ["both", say("Keep both")],
    ]);
    if (!choice) return tell(""), "";
    if (choice === "replace") isReplaced = true;
    else name = name.replace(/(?:-(\d+))?(\.\w+)$/, (all, number, ending) => `-${Number(number ?? 1) + 1}${ending}`);
  }
}

// Asks; the answer that was chosen, or "" for none.
export function confirmed(title, words, answers, ...more) {
  const asker = document.activeElement;
  const buttons = answers.map(([value, label], at) => element("button", { value, class: at ? "" : "main" }, label));
  const dialog = element(
    "dialog",
    { class: "confirm", "aria-label": title },
    element("form", { method: "dialog" }, element("h2", {}, title), element("p", {}, words), ...more, element("div", { class: "row" }, ...buttons, element("button", { value: "" }, say("Cancel")))),
  );
  document.body.append(dialog);
  dialog.showModal();
  buttons[0]?.focus();
  return new Promise((decide) => dialog.addEventListener("close", () => (dialog.remove(), focusBack(asker), decide(dialog.returnValue))));
}
