// What happened, in words: each event with the names that everybody at the table may know.

import { apply, pileOf } from "./fold.js";
import { nameOf, pileName } from "./tableview.js";

const cards = (count) => `${count} ${count === 1 ? "card" : "cards"}`;

function pile(state, id) {
  const found = pileOf(state, id);
  return found ? pileName(found) : "a pile";
}

function carried(before, event, after) {
  const { from, to } = event;
  const count = cards(event.cards.length);
  if (to.hand !== undefined) {
    const source = from.pile !== undefined ? ` from ${pile(before, from.pile)}` : "";
    if (to.hand === from.hand) return "sorts the hand";
    return event.seat === to.hand ? `takes ${count}${source} into the hand` : `gives seat ${to.hand} ${count}${source}`;
  }
  const laid = pileOf(after, to.pile ?? to.id)?.cards.at(-1);
  const shown = laid?.up ? (event.cards.length === 1 ? nameOf(laid.c) : `${nameOf(laid.c)} and ${cards(event.cards.length - 1)} more`) : `${count} face down`;
  const source = from.pile !== undefined ? ` of ${pile(before, from.pile)}` : "";
  if (to.pile !== undefined) return `puts ${shown}${source} on ${pile(before, to.pile)}`;
  return from.hand !== undefined ? `plays ${shown}` : `lays out ${shown}${source}`;
}

function named(state, id) {
  const thing = state.things[id];
  if (!thing) return "something";
  return { pile: () => pileName(thing), counter: () => `the counter ${thing.name}`, die: () => `the die`, note: () => "a note" }[thing.kind]();
}

const WORDS = {
  deal: (before, { title, seed, hands }) => `${title}, dealt for ${hands.length} by the seed ${seed}`,
  carry: carried,
  dealOut: (before, { thing, count }) => `deals ${cards(count)} of ${pile(before, thing)} to each seat`,
  move: (before, { thing }) => `moves ${named(before, thing)}`,
  flip: (before, { thing }) => `turns ${named(before, thing)} over`,
  turnUp: (before, { thing, card }, after) => {
    const turned = pileOf(after, thing)?.cards[card];
    return turned?.up ? `turns up ${nameOf(turned.c)}` : `turns a card of ${pile(before, thing)} face down`;
  },
  turn: (before, { thing, by }) => `turns ${named(before, thing)} by ${by}°`,
  fan: (before, { thing, on }) => `${on ? "spreads" : "stacks"} ${named(before, thing)}`,
  shuffle: (before, { thing, seed }) => `shuffles ${named(before, thing)} by the seed ${seed}`,
  roll: (before, { thing }, after) => `rolls ${after.things[thing]?.value} of ${after.things[thing]?.sides}`,
  count: (before, { thing }, after) => `sets ${named(after, thing)} to ${after.things[thing]?.value}`,
  write: () => "writes a note",
  add: (before, { id }, after) => `adds ${named(after, id)}`,
  remove: (before, { thing }) => `takes ${named(before, thing)} away`,
  next: (before, event, after) => `ends the turn; it is seat ${after.active}'s`,
};

// {seat, text} of an event after a state.
export function told(before, event) {
  const words = Object.hasOwn(WORDS, event.do) ? WORDS[event.do](before, event, apply(before, event)) : "";
  return { seat: event.do === "deal" ? null : (event.seat ?? null), text: words };
}
