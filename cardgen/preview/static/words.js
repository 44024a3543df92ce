// What happened, in words: each event with the names that everybody at the table may know.

import { apply, pileOf } from "./fold.js";
import { plural, say } from "./language.js";
import { nameOf, pileName } from "./tableview.js";

const cards = (count) => plural(count, "{count} card", "{count} cards");

function pile(state, id) {
  const found = pileOf(state, id);
  return found ? pileName(found) : say("a pile");
}

function carried(before, event, after) {
  const { from, to } = event;
  const count = cards(event.cards.length);
  const source = from.pile !== undefined ? pile(before, from.pile) : "";
  if (to.hand !== undefined) return intoHand(event, count, source);
  const laid = pileOf(after, to.pile ?? to.id)?.cards.at(-1);
  const shown = laid?.up ? faceUp(nameOf(laid.c), event.cards.length - 1) : say("{cards} face down", { cards: count });
  if (to.pile !== undefined) {
    const onto = pile(before, to.pile);
    return source ? say("puts {cards} of {pile} on {onto}", { cards: shown, pile: source, onto }) : say("puts {cards} on {onto}", { cards: shown, onto });
  }
  if (from.hand !== undefined) return say("plays {cards}", { cards: shown });
  return source ? say("lays out {cards} of {pile}", { cards: shown, pile: source }) : say("lays out {cards}", { cards: shown });
}

function intoHand({ from, to, seat }, count, source) {
  if (to.hand === from.hand) return say("sorts the hand");
  const values = { cards: count, pile: source, seat: to.hand };
  if (seat === to.hand) return source ? say("takes {cards} from {pile} into the hand", values) : say("takes {cards} into the hand", values);
  return source ? say("gives seat {seat} {cards} from {pile}", values) : say("gives seat {seat} {cards}", values);
}

function faceUp(name, others) {
  return others ? say("{name} and {cards} more", { name, cards: cards(others) }) : name;
}

function named(state, id) {
  const thing = state.things[id];
  if (!thing) return say("something");
  const names = { pile: () => pileName(thing), counter: () => say("the counter {name}", { name: thing.name }), die: () => say("the die"), note: () => say("a note") };
  return names[thing.kind]();
}

const WORDS = {
  deal: (before, { title, seed, hands }) => say("{title}, dealt for {seats} by the seed {seed}", { title, seats: hands.length, seed }),
  carry: carried,
  dealOut: (before, { thing, count }) => say("deals {cards} of {pile} to each seat", { cards: cards(count), pile: pile(before, thing) }),
  move: (before, { thing }) => say("moves {thing}", { thing: named(before, thing) }),
  flip: (before, { thing }) => say("turns {thing} over", { thing: named(before, thing) }),
  turnUp: (before, { thing, card }, after) => {
    const turned = pileOf(after, thing)?.cards[card];
    return turned?.up ? say("turns up {card}", { card: nameOf(turned.c) }) : say("turns a card of {pile} face down", { pile: pile(before, thing) });
  },
  turn: (before, { thing, by }) => say("turns {thing} by {by}°", { thing: named(before, thing), by }),
  fan: (before, { thing, on }) => (on ? say("spreads {thing}", { thing: named(before, thing) }) : say("stacks {thing}", { thing: named(before, thing) })),
  shuffle: (before, { thing, seed }) => say("shuffles {thing} by the seed {seed}", { thing: named(before, thing), seed }),
  roll: (before, { thing }, after) => say("rolls {value} of {sides}", after.things[thing] ?? {}),
  count: (before, { thing }, after) => say("sets {thing} to {value}", { thing: named(after, thing), value: after.things[thing]?.value }),
  write: () => say("writes a note"),
  add: (before, { id }, after) => say("adds {thing}", { thing: named(after, id) }),
  remove: (before, { thing }) => say("takes {thing} away", { thing: named(before, thing) }),
  next: (before, event, after) => say("ends the turn; it is seat {seat}'s", { seat: after.active }),
};

// {seat, text} of an event after a state.
export function told(before, event) {
  const words = Object.hasOwn(WORDS, event.do) ? WORDS[event.do](before, event, apply(before, event)) : "";
  return { seat: event.do === "deal" ? null : (event.seat ?? null), text: words };
}
