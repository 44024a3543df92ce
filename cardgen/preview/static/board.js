// The board: a section for each deck of the view, with the cards that match the search, in the order asked for.

import { CardView, element, shapeIn } from "./cards.js";
import { say } from "./language.js";
import { chosen, matcher, toggled, valueOf } from "./query.js";
import { decksInView, foundOn, store } from "./store.js";

const MOST_CHOICES = 30;
const LONGEST_CHOICE = 28;
const NARROW = 820; // pixels of a page whose margins are small
const board = document.getElementById("board");
const sections = new Map(); // key -> {element, grid, head, cards: Map of id to CardView}

function searched(key, card) {
  return { ...card, key, deck: key.split("/")[1], wrong: foundOn(key, card).length > 0, since: store.since[key]?.[card.id]?.kind };
}

export function allCards() {
  return [...sections.values()].flatMap((section) => [...section.cards.values()]).filter((card) => card.record);
}

// The cards that are shown, in the order they stand in.
export function shownCards() {
  return [...board.querySelectorAll(".card:not([hidden])")].map((each) => each.card);
}

export function viewOf(key, id) {
  return sections.get(key)?.cards.get(id);
}

// Brings the sections in line with the decks of the view. Cards that stay are the same elements: place, focus and side stay with them.
export function lay({ query, order, chosen, zoom }) {
  const wanted = decksInView().map((deck) => ({ ...deck, key: `${store.view.split("/")[0]}/${deck.id}` }));
  for (const [key, section] of sections) {
    if (wanted.some((deck) => deck.key === key)) continue;
    section.element.remove();
    sections.delete(key);
  }
  const matches = chosen ? (card) => chosen.has(`${card.key}/${card.first ?? card.id}`) : matcher(query);
  let shown = 0;
  let before = null;
  for (const known of wanted) {
    const section = sections.get(known.key) ?? opened(known.key);
    if (before ? before.nextElementSibling !== section.element : board.firstElementChild !== section.element) {
      before ? before.after(section.element) : board.prepend(section.element);
    }
    before = section.element;
    const deck = store.decks.get(known.key);
    section.head.hidden = wanted.length === 1;
    section.title.textContent = deck?.head.title ?? known.title;
    section.element.classList.toggle("stale", known.broken);
    const visible = deck ? arranged(section, deck, matches, order) : 0;
    if (deck) fit(section.element, widestIn(deck), zoom);
    const all = deck?.order.length;
    section.count.textContent = !deck ? "" : visible === all ? all : say("{shown} of {all}", { shown: visible, all });
    section.element.hidden = Boolean(query && !visible);
    shown += visible;
  }
  return shown;
}

const widestIn = (deck) => deck.order.map((id) => shapeIn(deck, id)).reduce((widest, shape) => (shape.width > widest.width ? shape : widest), deck.head.shape);

// What is wider than the page, as a game board, is shown as large as it fits there; all else as it was asked for.
function fit(element, shape, zoom) {
  const room = board.parentElement.clientWidth - (innerWidth > NARROW ? 44 : 24);
  const around = document.documentElement.classList.contains("line-bleed") ? 6 : 0; // millimetres that the bleed takes up
  const most = room / (shape.width + around);
  element.style.setProperty("--mm", Math.min(zoom, most));
}

function opened(key) {
  const [title, count] = [element("span"), element("small")];
  const head = element("h2", {}, title, " ", count);
  const grid = element("div", { class: "grid" });
  const section = { element: element("section", { class: "deck" }, head, grid), head, title, count, grid, cards: new Map() };
  sections.set(key, section);
  return section;
}

function arranged(section, deck, matches, order) {
  const key = `${deck.game}/${deck.deck}`;
  for (const [id, card] of section.cards) {
    if (deck.cards[id]) continue;
    card.remove();
    section.cards.delete(id);
  }
  const ids = order ? [...deck.order].sort((a, b) => compared(deck, a, b, order)) : deck.order;
  let shown = 0;
  let before = null;
  for (const id of ids) {
    let card = section.cards.get(id);
    if (!card) section.cards.set(id, (card = new CardView(key, id)));
    if (before ? before.nextElementSibling !== card.element : section.grid.firstElementChild !== card.element) {
      before ? before.after(card.element) : section.grid.prepend(card.element);
    }
    before = card.element;
    card.element.hidden = !matches(searched(key, deck.cards[id]));
    shown += !card.element.hidden;
  }
  return shown;
}

function compared(deck, a, b, field) {
  const [one, two] = [a, b].map((id) => valueOf({ ...deck.cards[id], deck: deck.deck }, field));
  if (one === undefined || two === undefined) return (one === undefined) - (two === undefined);
  return typeof one === "number" && typeof two === "number" ? one - two : String(one).localeCompare(String(two), undefined, { numeric: true });
}

export function fields() {
  const decks = decksInView().map((deck) => store.decks.get(`${store.view.split("/")[0]}/${deck.id}`)).filter(Boolean);
  const names = new Set(["name", ...decks.flatMap((deck) => deck.head.fields)]);
  return [...names, "copies"];
}

// A row of choices for each field that has few enough of them.
export function layFilters(target, query, changed) {
  const cards = allCards();
  const rows = [];
  for (const field of fields()) {
    const counts = new Map();
    for (const card of cards) {
      for (const value of [valueOf(card.record, field)].flat()) {
        if (value !== undefined && value !== "") counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
      }
    }
    const values = [...counts.keys()].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
    const prose = values.some((value) => value.length > LONGEST_CHOICE) || (values.length > 15 && values.length > cards.length * 0.8);
    if (values.length < 2 || values.length > MOST_CHOICES || prose) continue;
    const on = chosen(query, field);
    const chips = values.map((value) =>
      element(
        "button",
        { class: "chip", "aria-pressed": String(on.has(value.toLowerCase())), onclick: () => changed(toggled(query, field, value)) },
        value,
        element("small", {}, String(counts.get(value))),
      ),
    );
    rows.push(element("div", { class: "choices" }, element("span", {}, field), element("div", {}, ...chips)));
  }
  target.replaceChildren(...(rows.length ? rows : [element("p", {}, say("No field here has few enough values to choose from; search for them."))]));
}
