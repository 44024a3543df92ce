// What happened, in words: each event with the names that everybody at the table may know.

import { apply, pileOf } from "./fold.js";
import { plural, say } from "./language.js";
import { nameOf, pileName } from "./tableview.js";

const cards = (count) => plural(count, "{count} card", "{count} cards");

// -- the facts of an event, which cardgen/preview/table_facts.py gives for a shared table ------------------------------------------------

const titleOf = (state, id) => (pileOf(state, id) ? pileName(pileOf(state, id)) : "");

function openCard(pile, index) {
  const card = pile?.cards[index];
  return card?.up ? nameOf(card.c) : "";
}

function carryFacts(before, { from, cards: indexes, to }, after) {
  const pile = to.hand === undefined ? pileOf(after, to.pile ?? to.id) : undefined;
  return {
    count: indexes.length,
    source: from.pile === undefined ? "" : titleOf(before, from.pile),
    fromHand: from.hand ?? 0,
    toHand: to.hand ?? 0,
    onto: to.pile === undefined ? "" : titleOf(before, to.pile),
    card: pile ? openCard(pile, pile.cards.length - 1) : "",
  };
}

function thingFacts(before, event, after) {
  const id = event.id ?? event.thing;
  const thing = before.things[id] ?? after.things[id];
  const name = thing?.kind === "pile" ? pileName(thing) : (thing?.name ?? "");
  const { value, sides } = after.things[id] ?? {};
  const { by, on, count, seed } = event;
  return { thing: { kind: thing?.kind ?? "", name }, by, on, count, seed, value, sides, card: openCard(pileOf(after, id), event.card) };
}

const FACTS = {
  deal: (before, { title, seed, hands }) => ({ title, seed, seats: hands.length }),
  carry: carryFacts,
  next: (before, event, after) => ({ seat: after.active }),
};

function factsOf(before, event, after) {
  return { do: event.do, ...(FACTS[event.do] ?? thingFacts)(before, event, after) };
}

// -- their words ---------------------------------------------------------------------------------------------------------------------

function named({ kind, name }) {
  const names = { pile: () => name || say("a pile"), counter: () => say("the counter {name}", { name }), die: () => say("the die"), note: () => say("a note") };
  return names[kind]?.() ?? say("something");
}

function carried({ count, source, fromHand, toHand, onto, card }, seat) {
  if (toHand) return intoHand({ count, source, fromHand, toHand }, seat);
  const shown = card ? faceUp(card, count - 1) : say("{cards} face down", { cards: cards(count) });
  if (onto) return source ? say("puts {cards} of {pile} on {onto}", { cards: shown, pile: source, onto }) : say("puts {cards} on {onto}", { cards: shown, onto });
  if (fromHand) return say("plays {cards}", { cards: shown });
  return source ? say("lays out {cards} of {pile}", { cards: shown, pile: source }) : say("lays out {cards}", { cards: shown });
}

function intoHand({ count, source, fromHand, toHand }, seat) {
  if (toHand === fromHand) return say("sorts the hand");
  const values = { cards: cards(count), pile: source, seat: toHand };
  if (seat === toHand) return source ? say("takes {cards} from {pile} into the hand", values) : say("takes {cards} into the hand", values);
  return source ? say("gives seat {seat} {cards} from {pile}", values) : say("gives seat {seat} {cards}", values);
}

function faceUp(name, others) {
  return others ? say("{name} and {cards} more", { name, cards: cards(others) }) : name;
}

// What was undone, by whom it was done, and who has seen cards by it that cannot be unseen.
function undone({ whose, of, seen }, seat) {
  const values = { seat: whose, move: words(of, whose) };
  const text = whose === seat ? say("takes back its own move: {move}", values) : say("takes back the move of seat {seat}: {move}", values);
  if (!seen.length) return text;
  return `${text}. ${plural(seen.length, "Seat {seats} has seen cards by it", "Seats {seats} have seen cards by it", { seats: seen.join(", ") })}`;
}

const WORDS = {
  deal: (facts) => (facts.seed ? say("{title}, dealt for {seats} by the seed {seed}", facts) : say("{title}, dealt for {seats}", facts)),
  carry: carried,
  dealOut: ({ thing, count }) => say("deals {cards} of {pile} to each seat", { cards: cards(count), pile: named(thing) }),
  move: ({ thing }) => say("moves {thing}", { thing: named(thing) }),
  flip: ({ thing }) => say("turns {thing} over", { thing: named(thing) }),
  turnUp: ({ thing, card }) => (card ? say("turns up {card}", { card }) : say("turns a card of {pile} face down", { pile: named(thing) })),
  turn: ({ thing, by }) => say("turns {thing} by {by}°", { thing: named(thing), by }),
  fan: ({ thing, on }) => (on ? say("spreads {thing}", { thing: named(thing) }) : say("stacks {thing}", { thing: named(thing) })),
  shuffle: ({ thing, seed }) => (seed ? say("shuffles {thing} by the seed {seed}", { thing: named(thing), seed }) : say("shuffles {thing}", { thing: named(thing) })),
  roll: ({ value, sides }) => say("rolls {value} of {sides}", { value, sides }),
  count: ({ thing, value }) => say("sets {thing} to {value}", { thing: named(thing), value }),
  write: () => say("writes a note"),
  add: ({ thing }) => say("adds {thing}", { thing: named(thing) }),
  remove: ({ thing }) => say("takes {thing} away", { thing: named(thing) }),
  next: ({ seat }) => say("ends the turn; it is seat {seat}'s", { seat }),
  // at a shared table
  sit: () => say("sits down"),
  leave: () => say("gets up"),
  free: ({ seat }) => say("Seat {seat} was freed by the host", { seat }),
  open: ({ count }) => plural(count, "A saved game goes on after {count} move", "A saved game goes on after {count} moves"),
  save: () => say("The host saved the game: its file holds every hand and pile"),
  over: () => say("The game is over: everything may be seen"),
  undo: undone,
  redo: ({ whose, of }) => say("makes the move of seat {seat} again: {move}", { seat: whose, move: words(of, whose) }),
};

// Facts in words, of what a seat did.
export function words(facts, seat) {
  return Object.hasOwn(WORDS, facts.do) ? WORDS[facts.do](facts, seat) : "";
}

// {seat, text} of an event after a state.
export function told(before, event) {
  const text = words(factsOf(before, event, apply(before, event)), event.seat);
  return { seat: event.do === "deal" ? null : (event.seat ?? null), text };
}
