// A hand, fanned: as many cards as a player holds, dealt of those that the rules say and the search shows, each as often as it is printed.
// Where the rules say nothing, and where none of what is shown is ever held, it is thirteen cards of one deck.

import { element, shaped, shapeIn, Side, titleOf } from "./cards.js";
import { shownCards } from "./board.js";
import { say } from "./language.js";
import { store } from "./store.js";

const MANY = 13;
const LIFT = 8; // millimetres that a card rises when it is pointed at
const STRIP = 9; // millimetres that the next card leaves to be seen
const fan = document.getElementById("fan");
let dealt = []; // {key, id}
let by = ""; // what it was dealt by
let places = [];

function rule() {
  return JSON.stringify([store.view, store.hand?.size, store.hand?.cards]);
}

// The cards that one could hold, and how many of them.
function holding() {
  const shown = shownCards();
  const held = shown.filter((card) => store.hand?.cards[card.key.split("/")[1]]?.includes(card.id));
  return held.length ? [held, store.hand.size] : [shown.filter((card) => card.key === shown[0]?.key), MANY];
}

export function deal() {
  by = rule();
  const [cards, size] = holding();
  const pile = cards.flatMap((card) => Array(card.record.first ? 0 : card.record.copies).fill({ key: card.key, id: card.id }));
  for (let i = pile.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [pile[i], pile[other]] = [pile[other], pile[i]];
  }
  dealt = pile.slice(0, size);
}

export function showHand(zoom, enlarge) {
  dealt = dealt.filter(({ key, id }) => store.decks.get(key)?.cards[id]);
  if (!dealt.length || by !== rule()) deal();
  places.length > dealt.length && places.splice(dealt.length).forEach((place) => place.element.remove());
  while (places.length < dealt.length) {
    const side = new Side("face");
    const place = { side, element: element("div", { class: "held", tabindex: "0", role: "button" }, side.element) };
    place.element.addEventListener("click", () => enlarge({ ...place.card, record: true }));
    place.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter") enlarge({ ...place.card, record: true });
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) places[(places.indexOf(place) + by + places.length) % places.length].element.focus();
    });
    places.push(place);
    fan.append(place.element);
  }
  const shapes = dealt.map(({ key, id }) => shapeIn(store.decks.get(key), id));
  const tallest = Math.max(1, ...shapes.map((shape) => shape.height));
  const widest = Math.max(1, ...shapes.map((shape) => shape.width));
  const radius = 2.7 * tallest; // from the middle of a card to where all cards meet
  const angle = 2 * Math.asin(STRIP / 2 / radius) * (180 / Math.PI); // degrees between neighbours
  const end = ((angle * (dealt.length - 1)) / 2) * (Math.PI / 180); // how far the last card leans
  const [sine, cosine] = [Math.sin(end), Math.cos(end)];
  const across = 2 * (radius * sine + (widest * cosine + tallest * sine) / 2) + 4;
  const down = radius * (1 - cosine) + tallest / 2 + (tallest * cosine + widest * sine) / 2 + LIFT + 4;
  const room = [(fan.clientWidth || innerWidth) / across, (innerHeight - 250) / down];
  const mm = Math.max(1, Math.min(zoom * 2, ...room));
  fan.style.setProperty("--mm", mm);
  fan.style.setProperty("--lift", LIFT);
  fan.style.height = `${down * mm}px`;
  dealt.forEach((card, i) => {
    const place = places[i];
    const record = store.decks.get(card.key).cards[card.id];
    const shape = shapes[i];
    place.card = card;
    shaped(place.element, shape);
    place.element.setAttribute("aria-label", titleOf(record));
    place.element.title = titleOf(record);
    place.element.style.setProperty("--turn", `${(i - (dealt.length - 1) / 2) * angle}deg`);
    place.element.style.setProperty("--radius", `${radius * mm}px`);
    place.side.shape(shape);
    place.side.show(record.face);
  });
  const held = store.hand && dealt.every(({ key, id }) => store.hand.cards[key.split("/")[1]]?.includes(id));
  const values = { count: dealt.length, strip: STRIP };
  const about = held ? say("{count} cards, as the rules deal them; {strip} mm of each show, as in a hand", values) : say("{count} cards; {strip} mm of each show, as in a hand", values);
  document.getElementById("hand-about").textContent = dealt.length ? about : say("no card here has copies to deal");
}
