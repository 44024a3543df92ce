// The rules of the table, which cardgen/preview/table_fold.py has for a shared one: a state is a fold of events. Everything here is pure: a state is never changed, an event that means nothing gives
// the very state that it was given. So undo is an earlier state, and a replay is the fold of fewer events.
//
// A state: {deal, seats, active, round, size, hands: {seat: [card]}, things: {id: thing}, order: [id, the lowest first]}
// A card: {c: "DECK/ID", up: is it face up}. A thing: {kind, at: [x, y] in mm of its middle, ...}; its kind is
// pile {name, cards, turn, fan, board}, counter {name, value, card}, die {sides, value} or note {text}.

import { rolled, shuffled } from "./chance.js";

export const EMPTY = Object.freeze({ deal: null, seats: 1, active: 1, round: 1, size: [900, 420], hands: {}, things: {}, order: [] });
export const MOST_VALUE = 1_000_000;

export const cardsOf = (state, place) => (place.hand !== undefined ? state.hands[place.hand] : pileOf(state, place.pile)?.cards);

export function pileOf(state, id) {
  const thing = Object.hasOwn(state.things, id) ? state.things[id] : undefined;
  return thing?.kind === "pile" ? thing : undefined;
}

export function fold(events, state = EMPTY) {
  return events.reduce(apply, state);
}

export function apply(state, event) {
  const act = Object.hasOwn(ACTS, event.do) ? ACTS[event.do] : undefined;
  return act ? (act(state, event) ?? state) : state;
}

const withThing = (state, id, thing) => ({ ...state, things: { ...state.things, [id]: thing } });
const onTop = (state, id) => ({ ...state, order: [...state.order.filter((each) => each !== id), id] });

function withoutThing(state, id) {
  const { [id]: gone, ...things } = state.things;
  return { ...state, things, order: state.order.filter((each) => each !== id) };
}

function changed(state, id, kind, change) {
  const thing = Object.hasOwn(state.things, id) ? state.things[id] : undefined;
  return thing && (!kind || thing.kind === kind) ? withThing(state, id, { ...thing, ...change(thing) }) : state;
}

const clamp = (value, most) => Math.min(Math.max(value, 0), most);
const within = (state, [x, y]) => [clamp(x, state.size[0]), clamp(y, state.size[1])].map((value) => Math.round(value * 10) / 10);

// Takes cards out of a hand or a pile, in the order in which they are named. A pile without cards is gone.
function taken(state, place, indexes) {
  const cards = cardsOf(state, place);
  const wanted = new Set(indexes);
  if (!cards || !wanted.size || wanted.size !== indexes.length || indexes.some((index) => !cards[index])) return null;
  const rest = cards.filter((_, index) => !wanted.has(index));
  const gone = indexes.map((index) => cards[index]);
  if (place.hand !== undefined) return [{ ...state, hands: { ...state.hands, [place.hand]: rest } }, gone];
  const left = rest.length ? withThing(state, place.pile, { ...pileOf(state, place.pile), cards: rest }) : withoutThing(state, place.pile);
  return [left, gone];
}

function put(state, to, cards) {
  if (to.hand !== undefined) {
    const hand = state.hands[to.hand];
    if (!hand) return null;
    const index = to.index ?? hand.length;
    const held = cards.map((card) => ({ ...card, up: false }));
    return { ...state, hands: { ...state.hands, [to.hand]: [...hand.slice(0, index), ...held, ...hand.slice(index)] } };
  }
  if (to.pile !== undefined) {
    const pile = pileOf(state, to.pile);
    return pile && onTop(withThing(state, to.pile, { ...pile, cards: [...pile.cards, ...cards] }), to.pile);
  }
  if (Object.hasOwn(state.things, to.id)) return null;
  const pile = { kind: "pile", name: to.name ?? "", at: within(state, to.at), turn: to.turn ?? 0, fan: false, board: false, cards };
  return onTop(withThing(state, to.id, pile), to.id);
}

function carry(state, { from, cards: indexes, to, up }) {
  const lastOfPile = from.pile !== undefined && from.pile === to.pile && indexes.length === cardsOf(state, from)?.length;
  const parts = lastOfPile ? null : taken(state, from, indexes);
  if (!parts) return null;
  const [left, gone] = parts;
  return put(left, to, up === undefined ? gone : gone.map((card) => ({ ...card, up })));
}

function deal(state, event) {
  const hands = Object.fromEntries(event.hands.map((cards, seat) => [seat + 1, cards.map((c) => ({ c, up: false }))]));
  const piles = event.things.map(([id, thing]) => [id, thing.kind === "pile" ? { ...thing, cards: thing.cards.map((c) => ({ c, up: thing.up })) } : thing]);
  const { setup, title, seed } = event;
  const things = Object.fromEntries(piles.map(([id, { up, ...thing }]) => [id, thing]));
  return { ...EMPTY, deal: { setup, title, seed }, seats: event.hands.length, size: event.size, hands, things, order: piles.map(([id]) => id) };
}

// One card to each seat, from the active one on, as often as there are cards for all.
function dealOut(state, { thing, count }) {
  let now = state;
  for (let turn = 0; turn < count * state.seats; turn++) {
    const pile = pileOf(now, thing);
    if (!pile) break;
    const seat = ((state.active - 1 + turn) % state.seats) + 1;
    now = carry(now, { from: { pile: thing }, cards: [pile.cards.length - 1], to: { hand: seat } }) ?? now;
  }
  return now;
}

// A shared table shuffles by an order that its server has drawn, for a seed could be found out.
const isOrderOf = (order, pile) => pile?.cards.length === order.length && new Set(order).size === order.length && order.every((index) => pile.cards[index]);

const ACTS = {
  deal,
  carry,
  dealOut,
  move: (state, { thing, at }) => (state.things[thing] ? onTop(changed(state, thing, "", () => ({ at: within(state, at) })), thing) : state),
  // the whole pile turned over: what lay below lies on top
  flip: (state, { thing }) =>
    changed(state, thing, "pile", ({ cards }) => ({ cards: cards.map((card) => ({ ...card, up: !card.up })).reverse() })),
  turnUp: (state, { thing, card }) =>
    pileOf(state, thing)?.cards[card]
      ? changed(state, thing, "pile", ({ cards }) => ({ cards: cards.map((each, index) => (index === card ? { ...each, up: !each.up } : each)) }))
      : state,
  turn: (state, { thing, by }) => changed(state, thing, "pile", ({ turn }) => ({ turn: (turn + by + 360) % 360 })),
  fan: (state, { thing, on }) => ((pileOf(state, thing)?.fan ?? on) === on ? state : onTop(changed(state, thing, "pile", () => ({ fan: on })), thing)),
  shuffle: (state, { thing, seed, order }) =>
    order && !isOrderOf(order, pileOf(state, thing))
      ? state
      : changed(state, thing, "pile", ({ cards }) => ({ cards: order ? order.map((index) => cards[index]) : shuffled(cards, seed) })),
  roll: (state, { thing, seed }) => changed(state, thing, "die", ({ sides }) => ({ value: rolled(sides, seed) })),
  count: (state, { thing, by }) =>
    changed(state, thing, "counter", ({ value }) => ({ value: Math.max(-MOST_VALUE, Math.min(MOST_VALUE, value + by)) })),
  write: (state, { thing, text }) => changed(state, thing, "note", () => ({ text })),
  add: (state, { id, thing }) => (Object.hasOwn(state.things, id) ? state : onTop(withThing(state, id, { ...thing, at: within(state, thing.at) }), id)),
  remove: (state, { thing }) => (state.things[thing] && state.things[thing].kind !== "pile" ? withoutThing(state, thing) : state),
  next: (state) => {
    const active = (state.active % state.seats) + 1;
    return { ...state, active, round: state.round + (active === 1 ? 1 : 0) };
  },
};

// -- what came into sight ------------------------------------------------------------------------------------------------------------

// The cards of a game as it was played: all that lay on the table at some time, and those of them that somebody held or that lay face up.
export function seenIn(events) {
  const [all, seen] = [new Set(), new Set()];
  let state = EMPTY;
  for (const event of events) {
    const next = apply(state, event);
    const places = [
      ...Object.entries(next.hands).filter(([seat, cards]) => cards !== state.hands[seat]).map(([, cards]) => cards.map((card) => ({ ...card, up: true }))),
      ...Object.entries(next.things).filter(([id, thing]) => thing.cards && thing !== state.things[id]).map(([, thing]) => thing.cards),
    ];
    for (const { c, up } of places.flat()) (all.add(c), up && seen.add(c));
    state = next;
  }
  return { all, seen };
}

// For each card, in how many of some sessions it was in the game and in how many it was seen; those never seen first.
export function summary(sessions) {
  const counts = new Map();
  for (const events of sessions) {
    const { all, seen } = seenIn(events);
    for (const card of all) {
      const row = counts.get(card) ?? { card, games: 0, seen: 0 };
      counts.set(card, { card, games: row.games + 1, seen: row.seen + seen.has(card) });
    }
  }
  return [...counts.values()].sort((a, b) => a.seen / a.games - b.seen / b.games || a.card.localeCompare(b.card, undefined, { numeric: true }));
}
