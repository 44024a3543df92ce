// The sheets of a deck as they will print: pages of the PDF that a build makes, as pictures.

import { element } from "./cards.js";
import { plural, say } from "./language.js";
import { line } from "./findings.js";
import { about, decksInView, store } from "./store.js";

const room = document.getElementById("sheets");
const [pages, problems, note, pdf] = ["pages", "sheet-problems", "sheet-about", "sheet-pdf"].map((id) => document.getElementById(id));
const choices = Object.fromEntries(["deck", "paper", "layout", "flip", "ink"].map((name) => [name, document.getElementById(`sheet-${name}`)]));
let making = false;
let again = false;
let place = () => {};

for (const [name, values] of [["paper", about.papers], ["layout", about.layouts]]) {
  choices[name].replaceChildren(...values.map((value) => element("option", {}, value)));
}
for (const select of Object.values(choices)) select.addEventListener("change", () => showSheets());

export function initSheets(goTo) {
  place = goTo;
}

// Another view: its sheets have nothing to do with those that are shown.
export function turnSheets() {
  pages.replaceChildren();
  pdf.hidden = true;
  showSheets();
}

// Asks for the sheets, one time after another: a change that comes meanwhile asks once more.
export async function showSheets() {
  if (room.hidden) return;
  if (making) return void (again = true);
  const decks = decksInView().filter((deck) => !deck.broken);
  const before = choices.deck.value;
  choices.deck.replaceChildren(...decks.map((deck) => element("option", { value: deck.id }, deck.title)));
  if (decks.some((deck) => deck.id === before)) choices.deck.value = before;
  choices.deck.parentElement.hidden = decks.length < 2;
  if (!decks.length) return void (note.textContent = say("this deck cannot be read; its data has to be mended first"));
  making = true;
  note.textContent = say("setting the sheets ...");
  const asked = new URLSearchParams({ name: `${store.view.split("/")[0]}/${choices.deck.value}` });
  for (const name of ["paper", "layout", "flip", "ink"]) asked.set(name, choices[name].value);
  const view = store.view;
  try {
    const made = await (await fetch(`/sheets?${asked}`)).json();
    if (view === store.view) tell(made);
  } catch {
    note.textContent = say("the preview does not answer");
  }
  making = false;
  if (!again) return;
  again = false;
  showSheets();
}

function tell(made) {
  const found = [...made.problems.map((problem) => ({ severity: "error", ...problem })), ...made.notes.map((told) => ({ severity: "note", ...told }))];
  problems.replaceChildren(...found.map((finding) => line(finding, place)));
  note.textContent = plural(made.pages.length, "{count} page", "{count} pages");
  if (!made.pages.length) {
    note.textContent = pages.children.length ? say("these are the last good sheets") : "";
    return;
  }
  pdf.hidden = false;
  pdf.href = `/sheets/${made.key}.pdf`;
  const sharp = Math.min(2, devicePixelRatio || 1);
  while (pages.children.length > made.pages.length) pages.lastElementChild.remove();
  made.pages.forEach(([width, height], number) => {
    let page = pages.children[number];
    if (!page) {
      page = element("figure", {}, element("img", { loading: "lazy", decoding: "async" }), element("figcaption"));
      pages.append(page);
    }
    page.style.setProperty("--w", width / 72 * 25.4);
    page.style.setProperty("--h", height / 72 * 25.4);
    const [image, caption] = page.children;
    image.alt = caption.textContent = say("Page {number} of {all}", { number: number + 1, all: made.pages.length });
    image.src = `/sheets/${made.key}/${number}.png?width=${Math.round((width / 72) * 150 * sharp)}`;
  });
}
