// How things of the table look: cards, piles, counters, dice, notes. A card that is face down has its face nowhere on the page.

import { element, shaped, Side, titleOf } from "./cards.js";
import { plural, say } from "./language.js";
import { store } from "./store.js";

const FAN = 0.3; // of a card's width that each card of a fan leaves to be seen
const UNKNOWN = { width: 63, height: 88, bleed: 0, kind: "rectangle", clips: { trim: "inset(0 round 3px)", bleed: "none" } };
let game = "";

export function playing(id) {
  game = id;
}

const deckOf = (card) => store.decks.get(`${game}/${card.split("/")[0]}`);
export const recordOf = (card) => deckOf(card)?.cards[card.slice(card.indexOf("/") + 1)];
export const shapeOf = (card) => recordOf(card)?.shape ?? deckOf(card)?.head.shape ?? UNKNOWN;
export const deckTitle = (card) => deckOf(card)?.head.title ?? card.split("/")[0];

export function nameOf(card) {
  const record = recordOf(card);
  return record ? titleOf(record) : card;
}

// A card of a shared table that this seat does not see: of one that lies open from behind its class is known, of others nothing.
export const isHidden = (card) => card === "" || card.startsWith("?");

// What a pile is called: as it was dealt, else by the decks of its cards.
export function pileName(pile) {
  if (pile.name) return pile.name;
  const titles = [...new Set(pile.cards.filter(({ c }) => c).map(({ c }) => deckTitle(c)))];
  return titles.length > 1 ? say("Cards") : titles[0];
}

// One card, as large as its millimetres. `show` is told what may be seen of it.
export class CardFace {
  constructor() {
    this.side = new Side("face");
    this.element = element("div", { class: "cardface" }, this.side.element);
  }

  show(card, wantsUp) {
    const up = wantsUp && !isHidden(card);
    const [record, shape] = [recordOf(card), shapeOf(card)];
    const look = `${card.split("/")[0]} ${JSON.stringify(shape)}`;
    if (this.look !== look) {
      this.look = look;
      shaped(this.element, shape);
    }
    this.side.show((up ? record?.face : record?.back) ?? "");
    const words = up && !record?.face ? nameOf(card) : "";
    if (this.element.dataset.words !== words) this.element.dataset.words = words;
    this.element.classList.toggle("down", !up);
  }
}

const views = { pile: showPile, counter: showCounter, die: showDie, note: showNote };

export class ThingView {
  constructor(id) {
    this.id = id;
    this.faces = [];
    this.element = element("div", { class: "thing", tabindex: "0", role: "button", "data-thing": id });
  }

  // `chosen` are the indexes of its cards that are selected, or null.
  show(thing, level, chosen, width) {
    const { style, classList } = this.element;
    style.setProperty("--x", thing.at[0]);
    style.setProperty("--y", thing.at[1]);
    style.zIndex = level;
    if (this.element.dataset.kind !== thing.kind) this.element.dataset.kind = thing.kind;
    classList.toggle("chosen", Boolean(chosen));
    if (thing.kind === "counter") this.element.setAttribute("role", "group"); // it has buttons of its own
    else this.element.setAttribute("aria-pressed", Boolean(chosen));
    views[thing.kind](this, thing, chosen, width);
  }
}

function showPile(view, pile, chosen, width) {
  const { element: host, faces } = view;
  const top = pile.cards.length - 1;
  const shape = shapeOf(pile.cards[top].c);
  const shown = pile.fan ? pile.cards : pile.cards.slice(-1);
  while (faces.length > shown.length) faces.pop().element.remove();
  while (faces.length < shown.length) {
    faces.push(new CardFace());
    host.append(faces.at(-1).element);
  }
  const room = Math.max(width - pile.at[0] - shape.width / 2 - 4, shape.width);
  const step = Math.min(shape.width * FAN, room / Math.max(1, shown.length - 1));
  shown.forEach(({ c, up }, at) => {
    const index = pile.fan ? at : top;
    faces[at].show(c, up);
    faces[at].element.dataset.index = index;
    faces[at].element.style.setProperty("--shift", pile.fan ? at * step : 0);
    faces[at].element.classList.toggle("chosen", pile.fan && Boolean(chosen?.includes(index)));
  });
  host.dataset.shape = shape.kind;
  host.style.setProperty("--w", shape.width);
  host.style.setProperty("--h", shape.height);
  host.style.setProperty("--across", shape.width + (shown.length - 1) * step);
  host.style.setProperty("--turn", `${pile.turn}deg`);
  host.style.setProperty("--deep", Math.min(6, 1 + Math.floor(top / 6)));
  host.classList.toggle("flat", pile.fan || top === 0);
  host.classList.toggle("board", pile.board);
  if (!view.count) {
    view.count = element("span", { class: "count", title: say("Drag to move the whole pile"), "data-whole": true });
    host.append(view.count);
  }
  view.count.textContent = pile.cards.length;
  view.count.hidden = pile.cards.length < 2;
  const { c, up } = pile.cards[top];
  const parts = [
    pile.name || pile.cards.length > 1 || !up ? pileName(pile) : "",
    pile.cards.length > 1 ? plural(pile.cards.length, "{count} card", "{count} cards") : "",
    up ? say("face up: {card}", { card: nameOf(c) }) : say("face down"),
    pile.fan ? say("spread") : "",
    pile.turn ? say("turned by {angle}°", { angle: pile.turn }) : "",
  ];
  host.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  if (!view.label) host.append((view.label = element("span", { class: "label" })));
  view.label.textContent = pile.name;
  view.label.hidden = !pile.name;
}

function showCounter(view, { name, value, card }) {
  if (!view.value) {
    view.face = new CardFace();
    view.value = element("output");
    view.name = element("span", { class: "name" });
    const button = (by, words) => element("button", { "data-by": by, tabindex: "-1", "aria-label": words }, by > 0 ? "+" : "−");
    view.element.append(view.face.element, view.name, button(-1, say("One less")), view.value, button(1, say("One more")));
  }
  view.face.element.hidden = !card;
  if (card) view.face.show(card, true);
  view.name.textContent = name;
  view.value.textContent = value;
  view.element.setAttribute("aria-label", say("Counter {name}: {value}", { name, value }));
}

function showDie(view, { sides, value }) {
  view.element.textContent = value;
  view.element.dataset.sides = sides;
  view.element.setAttribute("aria-label", say("Die of {sides} sides: {value}", { sides, value }));
}

function showNote(view, { text }) {
  view.element.textContent = text;
  view.element.setAttribute("aria-label", say("Note: {text}", { text }));
}
