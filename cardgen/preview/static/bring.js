// What is brought into the open project: a spreadsheet or pictures that become a deck, a font, a template that comes with cardgen. It is shown
// before it is written, and taken back as any edit.

import { element } from "./cards.js";
import { areTooMany, endsIn, FONTS, most, namesIn, PICTURES, sorted, TABLES } from "./dropped.js";
import { edited, refused } from "./edits.js";
import { focusBack } from "./focus.js";
import { confirmed } from "./gridkinds.js";
import { say } from "./language.js";
import { changedFiles, propose } from "./proposals.js";
import { about, store } from "./store.js";

export const canBring = about.makes && about.edits;

// Asks the server for it; with `dry` nothing is written, and the answer shows what would be.
function bring(order, files, { dry = false, quiet = false } = {}) {
  const head = { ...order, dry, files: files.map((file) => [file.name, file.size]) };
  const ask = async () => {
    try {
      const body = new Blob([JSON.stringify(head), "\n", ...files]);
      const answer = await fetch("/bring", { method: "POST", headers: { "x-cardgen-token": about.token }, body });
      return answer.ok ? await answer.json() : refused(await answer.text());
    } catch {
      return refused(say("The preview does not answer: nothing was saved"));
    }
  };
  return edited(ask, { dry, quiet });
}

// Files that were dropped on the page: a deck of them, or a font; whether they are anything of that.
export function takeFiles(files, folder = "") {
  if (!canBring) return false;
  if (files.length === 1 && endsIn(files[0], FONTS)) return void bringFont(files[0]) ?? true;
  if (!sorted(files)) return false;
  askDeck(files, folder);
  return true;
}

// -- a deck -----------------------------------------------------------------------------------------------------------------------------

export function askDeck(files = [], folder = "") {
  const asker = document.activeElement;
  let brought = null;
  let asked = 0;
  const [gameHere] = store.view.split("/");
  const game = element("select", {}, ...store.contents.games.map(({ id, title }) => element("option", { value: id, selected: id === gameHere }, title)));
  const title = element("input", { maxlength: 100, autocomplete: "off" });
  const size = element("input", { list: "bring-sizes", maxlength: 60, value: "poker", autocomplete: "off", spellcheck: "false" });
  const picker = element("input", { type: "file", multiple: true, accept: [...TABLES, ...PICTURES].join(), "aria-label": say("A spreadsheet, or pictures") });
  const drop = element("label", { class: "drop" }, element("b", {}), element("small", {}, `${namesIn(TABLES)} · ${namesIn(PICTURES)}`), picker);
  const change = element("div", { class: "change", "aria-live": "polite" });
  const wrong = element("p", { class: "wrong", role: "alert" });
  const add = element("button", { class: "main" }, say("Add the deck"));
  const cancel = element("button", { type: "button" }, say("Cancel"));
  const field = (label, input) => element("label", {}, element("span", {}, label), input);
  const form = element(
    "form",
    { novalidate: true },
    element("h2", { id: "bring-title" }, say("Add a deck")),
    element("p", { class: "lead" }, say("The rows of a spreadsheet become cards, or each picture is one: 3x-owl.png is printed three times, owl.back.png lies behind it.")),
    drop,
    element("div", { class: "fields" }, store.contents.games.length > 1 ? field(say("Game"), game) : "", field(say("Name of the deck"), title), field(say("Size of the cards"), size)),
    element("datalist", { id: "bring-sizes" }, ...about.sizes.map((name) => element("option", { value: name }))),
    change,
    wrong,
    element("div", { class: "row end" }, cancel, add),
  );
  const dialog = element("dialog", { class: "proposal bringing", "aria-labelledby": "bring-title" }, form);
  const order = () => ({ kind: "deck", game: game.value, title: title.value.trim(), size: size.value.trim() || "poker" });

  function take(given, name) {
    const found = sorted(given);
    wrong.textContent = "";
    if (!found) return void (wrong.textContent = say("Neither a spreadsheet nor pictures: {names}", { names: given.map((file) => file.name).slice(0, 3).join(", ") }));
    if (areTooMany(found.files)) return void (wrong.textContent = say("These are too many, or too large: at most {count} files and 256 MB.", most));
    brought = found.files;
    if (!title.value.trim()) title.value = name || (found.kind === "table" ? brought[0].name.replace(/\.\w+$/, "") : "");
    show();
  }

  async function show() {
    const [first] = brought ?? [];
    drop.firstChild.textContent = !first ? say("Drop a spreadsheet or pictures here, or choose them") : brought.length === 1 ? first.name : say("{count} files: {names}", { count: brought.length, names: `${brought.slice(0, 3).map((file) => file.name).join(", ")}${brought.length > 3 ? ", …" : ""}` });
    drop.classList.toggle("filled", Boolean(first));
    add.setAttribute("aria-disabled", !first);
    if (!first) return;
    const number = ++asked;
    const answer = await bring(order(), brought, { dry: true, quiet: true });
    if (number !== asked) return;
    wrong.textContent = answer.done ? "" : answer.finding.sentence;
    add.setAttribute("aria-disabled", !answer.done);
    const notes = (answer.notes ?? []).map((note) => element("p", { class: "hint", lang: "en" }, note));
    change.replaceChildren(...(answer.done ? [...notes, ...changedFiles(answer.diff)] : []));
  }

  async function write() {
    if (add.getAttribute("aria-disabled") === "true") return void (brought ? null : picker.focus());
    asked++;
    add.setAttribute("aria-disabled", true);
    const answer = await bring(order(), brought, { quiet: true });
    if (!answer.done) return void ((wrong.textContent = answer.finding.sentence), add.setAttribute("aria-disabled", false));
    dialog.close();
    location.hash = `#/${answer.deck}`;
  }

  for (const input of [game, title, size]) input.addEventListener("change", show);
  picker.addEventListener("change", () => take([...picker.files], ""));
  for (const type of ["dragover", "drop", "dragleave"]) {
    dialog.addEventListener(type, async (event) => {
      event.preventDefault();
      drop.classList.toggle("over", type === "dragover");
      if (type === "drop") take([...event.dataTransfer.files], "");
    });
  }
  form.addEventListener("submit", (event) => (event.preventDefault(), write()));
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => (dialog.remove(), focusBack(asker, document.getElementById("board"))));
  document.body.append(dialog);
  dialog.showModal();
  if (files.length) take(files, folder);
  else show();
  (files.length ? title : picker).focus();
}

// -- a font -----------------------------------------------------------------------------------------------------------------------------

// Puts a font into the project once somebody has seen what it says of its licence; whether it is there.
export async function bringFont(file, tell = null) {
  const order = { kind: "font" };
  const shown = await bring(order, [file], { dry: true, quiet: Boolean(tell) });
  if (!shown.done) return tell?.(shown.finding.sentence), false;
  const [licence, ...limits] = shown.notes;
  const more = [
    element("h3", {}, say("What the font says of its licence")),
    element("p", { class: "licence", lang: "en" }, licence),
    ...limits.map((limit) => element("p", { class: "licence", lang: "en" }, limit)),
    ...changedFiles(shown.diff),
  ];
  const sentence = say("It becomes a file of the project, in its folder of fonts. See that its licence lets you print it and pass it on.");
  if (!(await confirmed(say("Add the font {name}?", { name: file.name }), sentence, [["add", say("Add it")]], ...more))) return false;
  const answer = await bring(order, [file], { quiet: Boolean(tell) });
  if (!answer.done) tell?.(answer.finding.sentence);
  return answer.done;
}

// -- an icon of a set -------------------------------------------------------------------------------------------------------------------

// Copies an icon of a set into the project, its author into credits.yaml; gives the server's answer, with the name by which cards call it.
export function takeIcon(icon) {
  return bring({ kind: "icon", icon }, [], { quiet: true });
}

// -- a template -------------------------------------------------------------------------------------------------------------------------

// Makes the template of a side the project's own; gives the server's answer, or null where nobody wants it.
export function ownTemplate({ deck, card, side, template }) {
  const order = { kind: "template", deck, card, side };
  const title = say("{template} comes with cardgen and stays as it is. A copy of it becomes this project's own, and the deck names that.", { template });
  return propose({ title, options: [{ label: "", ask: (how) => bring(order, [], how) }] });
}
