// A hand of thirteen, fanned: dealt from the cards that the search shows, each as often as it is printed.

import { element, shaped, Side, titleOf } from "./cards.js";
import { shownCards } from "./board.js";
import { store } from "./store.js";

const CARDS = 13;
const LIFT = 8; // millimetres that a card rises when it is pointed at
const STEP = 2.9; // degrees between neighbours
const fan = document.getElementById("fan");
let dealt = []; // {key, id}
let places = [];

export function deal() {
  const pile = shownCards().flatMap((card) => Array(card.record.copies).fill({ key: card.key, id: card.id }));
  for (let i = pile.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [pile[i], pile[other]] = [pile[other], pile[i]];
  }
  dealt = pile.slice(0, CARDS);
}

export function showHand(zoom, enlarge) {
  dealt = dealt.filter(({ key, id }) => store.decks.get(key)?.cards[id]);
  if (!dealt.length) deal();
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
  const shapes = dealt.map(({ key }) => store.decks.get(key).head.shape);
  const tallest = Math.max(1, ...shapes.map((shape) => shape.height));
  const widest = Math.max(1, ...shapes.map((shape) => shape.width));
  const angle = STEP;
  const radius = 2.7 * tallest; // from the middle of a card to where all cards meet
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
  const strip = (2 * radius * Math.sin((angle / 2) * (Math.PI / 180))).toFixed(0);
  document.getElementById("hand-about").textContent = dealt.length
    ? `${dealt.length} cards; a strip of about ${strip} mm of each shows, as in a hand`
    : "no card here has copies to deal";
}
