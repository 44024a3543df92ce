// Sessions: the events of a game as they go into a file and come out of one. A file may come from anybody, so every part of it is looked at:
// what is kept of an event is what its shape names, and nothing else.

import { EMPTY, apply } from "./fold.js";
import { told } from "./words.js";

export const FORMAT = "cardgen-session";
export const MOST_BYTES = 4_000_000;
const MOST_EVENTS = 50_000;
const MOST_CARDS = 5_000;
const MOST_SEATS = 12;
const LONGEST = 500;

class WrongError extends Error {}

function check(truth, what) {
  if (!truth) throw new WrongError(what);
}

// Readers: each gives the value, or throws what is wrong.
const text = (longest = LONGEST) => (value, name) => {
  check(typeof value === "string" && value.length <= longest, `${name} is no text of at most ${longest} letters`);
  return value;
};
const number = (least, most) => (value, name) => {
  check(Number.isFinite(value) && value >= least && value <= most, `${name} is no number from ${least} to ${most}`);
  return value;
};
const whole = (least, most) => (value, name) => {
  check(Number.isInteger(value) && value >= least && value <= most, `${name} is no whole number from ${least} to ${most}`);
  return value;
};
const truth = (value, name) => {
  check(typeof value === "boolean", `${name} is neither true nor false`);
  return value;
};
const list = (reader, most) => (value, name) => {
  check(Array.isArray(value) && value.length <= most, `${name} is no list of at most ${most}`);
  return value.map((each) => reader(each, name));
};
const maybe = (reader) => (value, name) => (value === undefined ? undefined : reader(value, name));
const shape = (readers) => (value, name) => {
  check(value !== null && typeof value === "object" && !Array.isArray(value), `${name} is wrong`);
  const read = Object.entries(readers).map(([key, reader]) => [key, reader(Object.hasOwn(value, key) ? value[key] : undefined, key)]);
  return Object.fromEntries(read.filter(([, each]) => each !== undefined));
};
const pair = (one, two) => (value, name) => {
  check(Array.isArray(value) && value.length === 2, `${name} is no pair`);
  return [one(value[0], name), two(value[1], name)];
};
const either = (key, shapes) => (value, name) => {
  const kind = value?.[key];
  check(typeof kind === "string" && Object.hasOwn(shapes, kind), `${name} is of no known ${key}`);
  return { [key]: kind, ...shapes[kind](value, name) };
};

const id = (value, name) => {
  check(typeof value === "string" && /^[a-z]{1,3}[0-9]{1,9}$/.test(value), `${name} is no name of a thing`);
  return value;
};
const seat = whole(1, MOST_SEATS);
const coordinate = number(-100, 20_000);
const point = pair(coordinate, coordinate);
const card = text(300);
const angle = (value, name) => {
  check([-90, 0, 90, 180, 270].includes(value), `${name} is no quarter turn`);
  return value;
};
const place = (value, name) => (value?.hand !== undefined ? shape({ hand: seat })(value, name) : shape({ pile: id })(value, name));
const target = (value, name) => {
  if (value?.hand !== undefined) return shape({ hand: seat, index: maybe(whole(0, MOST_CARDS)) })(value, name);
  return value?.pile !== undefined ? shape({ pile: id })(value, name) : shape({ id, at: point, name: maybe(text(100)) })(value, name);
};
const loose = {
  counter: shape({ at: point, name: text(100), value: whole(-1_000_000, 1_000_000), card: maybe(card) }),
  die: shape({ at: point, sides: whole(2, 1000), value: whole(1, 1000) }),
  note: shape({ at: point, text: text() }),
};
const pile = shape({ at: point, name: text(100), turn: angle, fan: truth, board: truth, up: truth, cards: list(card, MOST_CARDS) });
const thing = id;
const EVENTS = {
  deal: shape({
    setup: text(200), title: text(200), seed: text(100), size: pair(number(50, 20_000), number(50, 20_000)),
    hands: list(list(card, MOST_CARDS), MOST_SEATS), things: list(pair(id, either("kind", { ...loose, pile })), 1_000),
  }),
  carry: shape({ from: place, cards: list(whole(0, MOST_CARDS), MOST_CARDS), to: target, up: maybe(truth) }),
  dealOut: shape({ thing, count: whole(1, 100) }),
  move: shape({ thing, at: point }),
  flip: shape({ thing }),
  turnUp: shape({ thing, card: whole(0, MOST_CARDS) }),
  turn: shape({ thing, by: angle }),
  fan: shape({ thing, on: truth }),
  shuffle: (value, name) => (value.order === undefined ? shape({ thing, seed: text(100) }) : shape({ thing, order: list(whole(0, MOST_CARDS), MOST_CARDS) }))(value, name),
  roll: shape({ thing, seed: text(100) }),
  count: shape({ thing, by: whole(-1000, 1000) }),
  write: shape({ thing, text: text() }),
  add: shape({ id, thing: either("kind", loose) }),
  remove: shape({ thing }),
  next: shape({}),
};
const readEvent = (value, name) => {
  const event = either("do", EVENTS)(value, name);
  const by = maybe(seat)(value.seat, "seat");
  return by === undefined ? event : { ...event, seat: by };
};
const readFile = shape({ game: text(200), title: text(200), events: list((value) => value, MOST_EVENTS) });

// A session of a file's text: {session}, or {why} it is none.
export function readSession(content) {
  try {
    check(content.length <= MOST_BYTES, "the file is too large");
    const data = JSON.parse(content);
    check(data?.format === FORMAT, "this is no session of a table");
    check([1, 2].includes(data.version), "it is of a newer cardgen");
    const { game, title, events: raw } = readFile(data, "the session");
    const events = raw.map((value, at) => readEvent(value, `event ${at + 1}`));
    check(events[0]?.do === "deal", "it does not begin with a deal");
    const { hands, things } = events[0];
    check(hands.length >= 1, "nobody sits at the table");
    const total = [...hands, ...things.map(([, each]) => each.cards ?? [])].reduce((sum, cards) => sum + cards.length, 0);
    check(total <= MOST_CARDS, `it has more than ${MOST_CARDS} cards`);
    check(new Set(things.map(([name]) => name)).size === things.length, "two things have one name");
    return { session: { game, title, events } };
  } catch (error) {
    if (error instanceof WrongError) return { why: error.message };
    return { why: "this is no JSON" };
  }
}

export function sessionText({ game, title, events }) {
  const lines = events.map((event) => JSON.stringify(event)).join(",\n");
  const version = events.some(({ order }) => order) ? 2 : 1; // an order is of a shared table
  const head = JSON.stringify({ format: FORMAT, version, game, title }).slice(0, -1);
  return `${head},"events":[\n${lines}\n]}\n`;
}

// A game as it is played: its events, and the state after each of them. `at` is the number of those that count now.
export class Session {
  constructor({ game, title, events = [] }) {
    Object.assign(this, { game, title, events: [], states: [EMPTY], at: 0 });
    for (const event of events) {
      this.events.push(event);
      this.states.push(apply(this.states.at(-1), event));
    }
    this.at = events.length;
  }

  get state() {
    return this.states[this.at];
  }

  // Adds an event here, instead of those that were undone; false where it would change nothing.
  add(event) {
    const next = apply(this.state, event);
    if (next === this.state || this.at >= MOST_EVENTS) return false;
    this.events = [...this.events.slice(0, this.at), event];
    this.states = [...this.states.slice(0, this.at + 1), next];
    this.at += 1;
    return true;
  }

  // Goes to the state after so many events; the first is the deal, which stays.
  go(at) {
    const wanted = Math.max(1, Math.min(at, this.events.length));
    const moved = wanted !== this.at;
    this.at = wanted;
    return moved;
  }

  get canUndo() {
    return this.at > 1;
  }

  get canRedo() {
    return this.at < this.events.length;
  }

  newId() {
    return `n${this.at}`;
  }

  // What happened, a line for each event: {seat, text}.
  get lines() {
    return this.events;
  }

  tell(index) {
    return told(this.states[index], this.events[index]);
  }

  get wholeData() {
    return { game: this.game, title: this.title, events: this.events };
  }
}
