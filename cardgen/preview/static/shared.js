// A game at the shared table, as this browser's seat sees it. The server holds the true state and the order of moves; a move is shown at
// once, and taken back where the server does not make it.

import { apply, EMPTY } from "./fold.js";
import { about } from "./store.js";
import { words } from "./words.js";

// Moves that show what this browser can know of before the server tells: all others wait.
const AT_ONCE = ["carry", "move", "turn", "count", "write", "add", "remove", "next"];
const MOST_LINES = 5000;

// What the server answers to a question by POST: {status, answer}.
export async function post(address, question) {
  const headers = { "content-type": "application/json", "x-cardgen-token": about.plays };
  try {
    const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(question) });
    return { status: response.status, answer: await response.json().catch(() => ({})) };
  } catch {
    return { status: 0, answer: { why: "away" } };
  }
}

// The state of fold.js as a seat sees it: of what is hidden there are as many cards as there are, and no more.
function stateOf({ title, seats, active, round, size, hands, hand, things }, seat) {
  const unknown = (count, c = "") => Array(count).fill({ c, up: false });
  const held = Object.entries(hands).map(([holder, count]) => [holder, Number(holder) === seat ? hand.map((c) => ({ c, up: false })) : unknown(count)]);
  const piles = things.map(([id, { covered, ...thing }]) => {
    if (thing.kind !== "pile") return [id, thing];
    const open = thing.cards.map(([c, up]) => ({ c, up }));
    const below = open.at(-1).up ? "" : open.at(-1).c; // until the server tells, it looks as the one above it does
    return [id, { ...thing, cards: [...unknown(covered, below), ...open] }];
  });
  const order = things.map(([id]) => id);
  return { ...EMPTY, deal: { title, seed: "" }, seats, active, round, size, hands: Object.fromEntries(held), things: Object.fromEntries(piles), order };
}

export class SharedSession {
  // `host` hears that something is to be drawn, which lines are new, and why a move is not made.
  constructor(host) {
    Object.assign(this, { host, table: "", title: "", told: null, base: EMPTY, lines: [], pending: [], number: Date.now(), isSending: false, liftedAt: null });
  }

  get state() {
    return this.pending.reduce((state, { event }) => (AT_ONCE.includes(event.do) ? apply(state, event) : state), this.base);
  }

  get canUndo() {
    return this.told.undo && this.told.seat > 0 && !this.told.over;
  }

  get canRedo() {
    return this.told.redo && this.told.seat > 0 && !this.told.over;
  }

  newId() {
    return `n${Math.floor(Math.random() * 1e9)}`;
  }

  tell(index) {
    const [, seat, facts] = this.lines[index];
    return { seat: seat || null, text: words(facts, seat) };
  }

  // Takes what the server tells of the table.
  hear(event) {
    if (event.table !== this.table) Object.assign(this, { table: event.table, lines: [], pending: [], made: 0 });
    const { journal, ...told } = event;
    Object.assign(this, { told, title: told.title, base: stateOf(told.view, told.seat) });
    this.pending = this.pending.filter(({ number }) => number > told.made);
    const known = this.lines.at(-1)?.[0] ?? 0;
    const fresh = journal.filter(([number]) => number > known);
    this.lines = [...this.lines, ...fresh].slice(-MOST_LINES);
    this.host.heard(fresh.map((_, at) => this.tell(this.lines.length - fresh.length + at)));
  }

  // What is dragged was taken up from the table as it is now: what others do until it is let go may have taken it away.
  lift() {
    this.liftedAt = this.told.revision;
  }

  // Makes a move; false where it would change nothing.
  add({ seed, ...event }) {
    const now = this.state;
    if (AT_ONCE.includes(event.do) && apply(now, event) === now) return false;
    this.pending.push({ event, number: ++this.number, seen: this.liftedAt, made: 0 });
    this.send();
    return true;
  }

  undo() {
    return this.canUndo && this.add({ do: "undo" });
  }

  redo() {
    return this.canRedo && this.add({ do: "redo" });
  }

  // Sends the moves that wait, one after the other. Where one is not made, those after it are not either.
  async send() {
    if (this.isSending) return;
    this.isSending = true;
    for (let next = this.waiting; next; next = this.waiting) {
      const revision = next.seen ?? Math.max(this.told.revision, this.made);
      const { event, number } = next;
      const { status, answer } = await post("/table/move", { seat: this.told.seat, revision, number, move: event });
      if (status === 200) {
        next.made = this.made = answer.revision;
      } else {
        this.pending = this.pending.filter(({ made }) => made);
        this.host.refused(answer.why);
      }
    }
    this.isSending = false;
  }

  get waiting() {
    return this.pending.find(({ made }) => !made);
  }
}
