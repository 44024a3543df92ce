// The page of the table: what is shown to whom, and what hands, mouse, touch and keys do. What the game does is in fold.js.

import { newSeed } from "./chance.js";
import { element, shaped, titleOf } from "./cards.js";
import { drags } from "./drag.js";
import { loadFonts } from "./fonts.js";
import { cardsOf, pileOf, summary } from "./fold.js";
import { phrase, plural, say } from "./language.js";
import { readSession, Session, sessionText, MOST_BYTES } from "./sessions.js";
import { post, SharedSession } from "./shared.js";
import { about, look, lookAtTable, store } from "./store.js";
import { CardFace, deckTitle, isHidden, nameOf, pileName, playing, recordOf, shapeOf, ThingView } from "./tableview.js";

const $ = (id) => document.getElementById(id);
const [WIDEST, NARROW] = [900, 345]; // millimetres that a table is wide, on a large window and on a telephone
const LEGIBLE = 1.2; // pixels to the millimetre on windows between them
const STRIP = 24; // pixels that a card of a hand leaves to be seen at the least
const MOST_PLAYERS = 12;
const REPLAY = 700; // milliseconds between moves
const DICE = [4, 6, 8, 10, 12, 20];
const SHARED_WIDTH = 420; // millimetres of a table that telephones and large windows share
const SHARED_SHARE = 0.72; // of it that its height is at the least
// `where` it is played: "alone" on this device, "shared" with others, or "" as long as that is not known.
const table = { game: "", session: null, view: 1, chosen: null, marked: null, replay: 0, setups: [], where: "" };
const things = new Map(); // id -> ThingView
const held = []; // CardFace of each card of the hand that is shown, in places

const state = () => table.session.state;
const isShared = () => table.where === "shared";
const isHost = about.makes; // a guest rules nothing
const isNarrow = () => innerWidth <= 820;
const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);

// -- doing ---------------------------------------------------------------------------------------------------------------------------

// Adds an event of the seat that looks, and says it.
function act(event) {
  if (isShared() && !canMove()) return false;
  const done = table.session.add(table.view ? { ...event, seat: table.view } : event);
  if (!done) return false;
  if (isShared()) return draw(), true;
  stop();
  keep();
  draw();
  announceLine(table.session.tell(table.session.at - 1));
  return true;
}

const mayMove = () => !isShared() || (table.view > 0 && !table.session.told.over);

function mayEndTurn() {
  const { active } = state();
  return mayMove() && (!isShared() || active === table.view || table.session.told.seats[active - 1] === "free");
}

// At a shared table only those move who sit there, and until it is over.
function canMove() {
  if (table.session.told.over) toast(say("The game is over: nothing moves any more."));
  else if (!table.view) toast(say("An onlooker moves nothing: take a seat first."));
  return mayMove();
}

function announceLine({ seat, text }) {
  announce(seat ? say("Seat {seat} {does}", { seat, does: text }) : text);
}

function announce(text) {
  $("said").textContent = text;
}

let toasts = 0;
function toast(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(toasts);
  toasts = setTimeout(() => ($("toast").hidden = true), 4000);
}

const newId = () => table.session.newId();
const topOf = (id) => pileOf(state(), id).cards.length - 1;
const everyIndex = (place) => cardsOf(state(), place).map((_, index) => index);

// Millimetres that a thing takes up: what is no card has its size in pixels.
function sizeOf(thing) {
  if (thing.kind !== "pile") return { counter: [112, 64], die: [56, 64], note: [150, 56] }[thing.kind].map((pixels) => pixels / scale());
  const { width, height } = shapeOf(thing.cards.at(-1).c);
  return [width + (thing.fan ? (thing.cards.length - 1) * width * 0.3 : 0), height];
}

// A free place for a thing that is put down by a key: the nearest to the middle, a little below it.
function freePlace([wide, high]) {
  const [gap, step] = [6, 10];
  const taken = Object.values(state().things).map((thing) => [thing, sizeOf(thing)]);
  const lies = ([{ at, kind, cards }, [width, height]], x, y) => {
    const left = at[0] - (kind === "pile" ? Math.min(width, shapeOf(cards.at(-1).c).width) : width) / 2;
    return x + wide / 2 + gap > left && x - wide / 2 - gap < left + width && Math.abs(y - at[1]) < (high + height) / 2 + gap;
  };
  const [across, down] = state().size;
  const [middle, low] = [across / 2, down * 0.6];
  const spots = [];
  for (let y = high / 2 + gap; y <= down - high / 2 - gap; y += step) {
    for (let x = wide / 2 + gap; x <= across - wide / 2 - gap; x += step) spots.push([Math.hypot(x - middle, (y - low) * 1.5), x, y]);
  }
  spots.sort(([one], [two]) => one - two);
  const [, x, y] = spots.find(([, x, y]) => !taken.some((other) => lies(other, x, y))) ?? [0, middle + 9 * (taken.length % 9), low + 7 * (taken.length % 5)];
  return [x, y];
}

function placeForCards(place, indexes) {
  const { width, height } = shapeOf(cardsOf(state(), place)[indexes.at(-1)].c);
  return freePlace([width, height]);
}

function carry(from, cards, to, up) {
  const event = { do: "carry", from, cards, to: to.at ? { id: newId(), ...to } : to };
  return act(up === undefined ? event : { ...event, up });
}

// -- what is chosen ------------------------------------------------------------------------------------------------------------------

const chosenThing = () => (table.chosen?.pile ? state().things[table.chosen.pile] : null);
const chosenPile = () => (table.chosen?.pile ? pileOf(state(), table.chosen.pile) : null);
const inHand = () => table.chosen?.hand !== undefined;
const placeOf = ({ hand, pile }) => (hand !== undefined ? { hand } : { pile });

function choose(chosen) {
  if (same(chosen, table.chosen)) return;
  table.chosen = chosen;
  draw();
}

// What is chosen is there no more, or is somebody else's to see.
function unchooseGone() {
  const { chosen } = table;
  if (!chosen) return;
  const cards = chosen.hand !== undefined ? (chosen.hand === table.view ? state().hands[chosen.hand] : null) : chosenThing() && (chosenPile()?.cards ?? []);
  if (!cards) return void (table.chosen = null);
  const there = chosen.cards.filter((index) => cards[index]);
  if (chosen.hand !== undefined && !there.length) return void (table.chosen = null);
  if (chosenPile() && (!there.length || !chosenPile().fan)) there.splice(0, there.length, cards.length - 1);
  table.chosen = { ...chosen, cards: there };
}

// -- the deeds: each has a key, a button where it can be done, and a line in the help ---------------------------------------------------

const pileWith = (least) => () => (chosenPile()?.cards.length ?? 0) >= least;
const kind = (name) => () => chosenThing()?.kind === name;
const seated = () => table.view > 0;

const DEEDS = [
  { key: "d", name: phrase("Draw"), help: phrase("draw the top card into the hand"), when: () => Boolean(chosenPile()) && seated(), run: () => draws(table.chosen) },
  { key: "p", name: phrase("Play"), help: phrase("play the chosen cards of the hand"), when: inHand, run: () => plays(true) },
  { key: "P", name: phrase("Face down"), help: phrase("play them face down"), when: inHand, run: () => plays(false) },
  { key: "f", name: phrase("Turn over"), help: phrase("turn a card over, the top one of a pile"), when: pileWith(1), run: () => turnsUp() },
  { key: "F", name: phrase("Whole pile over"), help: phrase("turn the whole pile over"), when: pileWith(2), run: () => act({ do: "flip", thing: table.chosen.pile }) },
  { key: "r", name: phrase("Rotate"), help: phrase("rotate by a quarter"), when: pileWith(1), run: () => act({ do: "turn", thing: table.chosen.pile, by: 90 }) },
  { key: "R", name: "", help: phrase("rotate back"), when: pileWith(1), run: () => act({ do: "turn", thing: table.chosen.pile, by: -90 }) },
  { key: "s", name: phrase("Shuffle"), help: phrase("shuffle the pile by a new seed"), when: pileWith(2), run: () => act({ do: "shuffle", thing: table.chosen.pile, seed: newSeed() }) },
  { key: "a", name: () => (chosenPile()?.fan ? phrase("Stack") : phrase("Spread")), help: phrase("spread a pile, or stack it"), when: pileWith(2), run: () => act({ do: "fan", thing: table.chosen.pile, on: !chosenPile().fan }) },
  { key: "e", name: phrase("One to each"), help: phrase("deal one card to each seat"), when: pileWith(1), run: () => act({ do: "dealOut", thing: table.chosen.pile, count: 1 }) },
  { key: "x", name: phrase("Pick up"), help: phrase("pick the chosen cards up, to put them down elsewhere"), when: () => inHand() || pileWith(1)(), run: () => mark({ ...table.chosen }) },
  { key: "X", name: phrase("Pick pile up"), help: phrase("pick the whole pile up"), when: pileWith(2), run: () => mark({ ...table.chosen, cards: everyIndex(placeOf(table.chosen)) }) },
  { key: "c", name: phrase("Put here"), help: phrase("put down what was picked up: on the chosen pile, into the hand, else on the table"), when: () => Boolean(table.marked), run: () => putsDown(), main: true },
  { key: "1–9", name: "", help: phrase("give the chosen cards to that seat"), when: () => inHand() || pileWith(1)() },
  { key: "Enter", name: phrase("Look closer"), help: phrase("look closer; roll a die, write a note"), when: () => inHand() || pileWith(1)(), run: () => looksCloser() },
  { key: "Enter", name: phrase("Roll"), when: kind("die"), run: () => act({ do: "roll", thing: table.chosen.pile, seed: newSeed() }), main: true },
  { key: "Enter", name: phrase("Write"), when: kind("note"), run: () => writes(table.chosen.pile) },
  { key: "+", name: phrase("More"), help: phrase("count up"), when: kind("counter"), run: () => act({ do: "count", thing: table.chosen.pile, by: 1 }) },
  { key: "-", name: phrase("Less"), help: phrase("count down"), when: kind("counter"), run: () => act({ do: "count", thing: table.chosen.pile, by: -1 }) },
  { key: phrase("Delete"), name: phrase("Take away"), help: phrase("take a counter, a die or a note away"), when: () => Boolean(chosenThing()) && !chosenPile(), run: () => act({ do: "remove", thing: table.chosen.pile }) },
];
const ALWAYS = [
  { key: "z", name: phrase("Undo"), help: phrase("undo, without end"), when: () => table.session.canUndo, run: () => undo() },
  { key: "y", name: phrase("Redo"), help: phrase("redo"), when: () => table.session.canRedo, run: () => redo() },
  { key: "k", name: phrase("Counter"), help: phrase("a counter"), when: mayMove, run: () => asks("counter") },
  { key: "i", name: phrase("Die"), help: phrase("a die"), when: mayMove, run: () => asks("die") },
  { key: "t", name: phrase("Note"), help: phrase("a note"), when: mayMove, run: () => asks("note") },
  { key: "n", name: phrase("End turn"), help: phrase("end the turn: the next seat plays"), when: mayEndTurn, run: () => endsTurn(), main: true },
];
const QUIET = [
  { key: phrase("arrows"), help: phrase("from thing to thing; with Shift, move it by 5 mm") },
  { key: "Esc", help: phrase("choose nothing, let go"), run: () => ((table.marked = null), choose(null)) },
  { key: " ", help: phrase("replay move by move, or stop"), when: () => !isShared(), run: () => replay() },
  { key: "w", help: phrase("look as the next seat"), run: () => looksAsNext() },
  { key: "h", help: phrase("to the hand"), run: () => document.querySelector(".held-card")?.focus() },
  { key: "g", help: phrase("to the table"), run: () => (document.querySelector(".thing.chosen") ?? document.querySelector(".thing"))?.focus() },
  { key: "j", help: phrase("what happened"), run: () => $("log-button").click() },
  { key: "?", help: phrase("these keys"), run: () => $("help").showModal() },
];

function draws(chosen) {
  carry(placeOf(chosen), chosen.cards, { hand: table.view });
}

function plays(up) {
  const { hand, cards } = table.chosen;
  const id = newId();
  if (carry({ hand }, cards, { id, at: placeForCards({ hand }, cards) }, up)) focusHand(cards[0]);
}

function focusHand(index) {
  const cards = [...document.querySelectorAll(".held-card")];
  (cards[Math.min(index, cards.length - 1)] ?? $("felt")).focus({ preventScroll: true });
}

function turnsUp() {
  const { pile, cards } = table.chosen;
  act({ do: "turnUp", thing: pile, card: cards.at(-1) ?? topOf(pile) });
}

function mark(chosen) {
  table.marked = chosen;
  announce(say("Picked up. Go to a pile and press c."));
  draw();
}

function putsDown() {
  const { marked, chosen } = table;
  table.marked = null;
  const onto = chosenPile() && !chosenPile().board && chosen.pile !== marked.pile ? { pile: chosen.pile } : null;
  const to = onto ?? (inHand() && marked.hand !== chosen.hand ? { hand: chosen.hand } : { at: placeForCards(placeOf(marked), marked.cards) });
  if (!carry(placeOf(marked), marked.cards, to, to.at && marked.hand !== undefined ? true : undefined)) draw();
}

function gives(seat) {
  if (!table.chosen || seat > state().seats) return;
  carry(placeOf(table.chosen), table.chosen.cards, { hand: seat });
}

function looksCloser() {
  const { cards } = table.chosen;
  const card = cardsOf(state(), placeOf(table.chosen))?.[cards.at(-1)];
  if (!card) return;
  const [up, shape] = [card.up || inHand(), shapeOf(card.c)];
  const face = new CardFace();
  face.element.style.setProperty("--mm", Math.min((innerWidth - 90) / shape.width, (innerHeight - 170) / shape.height, 7));
  face.show(card.c, up);
  $("near-side").replaceChildren(face.element);
  $("near-name").textContent = up ? nameOf(card.c) : say("{deck}, face down", { deck: deckTitle(card.c) });
  $("near").showModal();
}

function endsTurn() {
  act({ do: "next" });
  const next = state().active;
  if (table.view && table.view !== next && (!isShared() || mySeats().includes(next))) sits(next);
}

// -- seats ---------------------------------------------------------------------------------------------------------------------------

// Another seat looks: first nobody's hand is shown, until that seat says so.
function sits(seat) {
  if (seat === table.view) return;
  const hides = seat && state().hands[seat]?.length && (!isShared() || mySeats().length > 1);
  looksAs(hides ? 0 : seat);
  if (!hides) return;
  $("curtain-title").textContent = say("Seat {seat}", { seat });
  $("curtain-show").onclick = () => {
    $("curtain").close();
    looksAs(seat);
    announce(say("Seat {seat} looks", { seat }));
  };
  $("curtain").showModal();
}

// At a shared table the server is asked for what the seat sees.
function looksAs(seat) {
  table.chosen = table.marked = null;
  if (isShared()) return lookAtTable(seat);
  table.view = seat;
  draw();
}

const mySeats = () => table.session.told.mine;

function looksAsNext() {
  const seats = isShared() ? mySeats() : everySeat();
  if (seats.length) sits(seats[(seats.indexOf(table.view) + 1) % seats.length]);
}

const everySeat = () => Array.from({ length: state().seats }, (_, at) => at + 1);

function pressesSeat(seat) {
  if (!isShared() || !seat || (mySeats().includes(seat) && seat !== table.view)) return sits(seat);
  asksSeat(seat);
}

const SEATS = {
  free: phrase("Nobody sits here. Whoever sits down sees the hand of this seat."),
  here: phrase("Somebody plays here."),
  away: phrase("Whoever plays here looks elsewhere just now."),
};

// What can be done with a seat of the shared table: sit down, get up; the host frees it.
function asksSeat(seat) {
  const mine = mySeats().includes(seat);
  const how = table.session.told.seats[seat - 1];
  $("seat-title").textContent = say("Seat {seat}", { seat });
  $("seat-says").textContent = mine ? say("You sit here.") : say(SEATS[how]);
  const buttons = { "seat-take": [how === "free", "/table/sit"], "seat-leave": [mine, "/table/leave"], "seat-free": [isHost && how !== "free" && !mine, "/host/free"] };
  for (const [id, [isShown, address]] of Object.entries(buttons)) {
    $(id).hidden = !isShown;
    $(id).onclick = () => ($("seat").close(), changesSeat(address, seat));
  }
  $("seat").showModal();
}

async function changesSeat(address, seat) {
  const { status, answer } = await post(address, { seat });
  if (status !== 200) return refused(answer.why);
  if (address === "/table/sit") lookAtTable(seat);
}

function seatButton(seat) {
  const parts = [element("span", { class: "backs" }), element("b"), element("small")];
  return element("button", { class: "seat", "data-seat": seat || undefined, onclick: () => pressesSeat(seat) }, ...parts);
}

const MINE = phrase("yours");
const HOLDERS = { free: phrase("free"), here: phrase("taken"), away: phrase("away") };
const seatButtons = []; // the onlooker's first, which stands last
function drawSeats() {
  const { seats, hands, active, round } = state();
  while (seatButtons.length > seats + 1) seatButtons.pop().remove();
  while (seatButtons.length <= seats) seatButtons.push(seatButton(seatButtons.length));
  $("seats").append(...[...seatButtons.slice(1), seatButtons[0]].filter((button) => !button.isConnected || button === seatButtons[0]));
  seatButtons.forEach((button, seat) => {
    const [count, name, small] = button.children;
    const isActive = seat > 0 && active === seat;
    button.setAttribute("aria-pressed", table.view === seat);
    button.classList.toggle("active", isActive);
    count.textContent = seat ? hands[seat].length : "–";
    name.textContent = seat ? say("Seat {seat}", { seat }) : say("Onlooker");
    const holder = seat && isShared() ? say(mySeats().includes(seat) ? MINE : HOLDERS[table.session.told.seats[seat - 1]]) : "";
    button.classList.toggle("free", holder === say(HOLDERS.free));
    small.textContent = [holder, isActive ? say("turn {round}", { round }) : ""].filter(Boolean).join(" · ");
    const parts = seat ? [say("Seat {seat}", { seat }), plural(hands[seat].length, "{count} card", "{count} cards")] : [say("Onlooker, who sees no hand")];
    if (holder) parts.push(holder);
    if (isActive) parts.push(say("its turn, number {round}", { round }));
    button.setAttribute("aria-label", parts.join(", "));
    button.title = seat ? seatTitle(seat) : say("Look without a hand");
  });
}

function seatTitle(seat) {
  if (isShared() && !mySeats().includes(seat)) return say("Sit down at seat {seat}; drop cards for it here", { seat });
  return say("Look as seat {seat}; drop cards for it here", { seat });
}

// -- drawing -------------------------------------------------------------------------------------------------------------------------

let awaited = 0;
function drawSoon() {
  if (!awaited) awaited = requestAnimationFrame(() => ((awaited = 0), table.session && draw()));
}

function draw() {
  if (!table.session) return;
  unchooseGone();
  const now = state();
  $("title").textContent = table.session.title;
  $("about").textContent = aboutDeal(now.deal);
  document.title = say("{game}: a table to play on · cardgen", { game: table.session.title });
  drawDoors();
  drawSeats();
  drawThings(now);
  drawHand(now);
  drawDeeds();
  drawMoves();
  drawCloser();
}

function aboutDeal(deal) {
  if (isShared()) return say("{title} · a table for several devices", deal);
  return deal.seed ? say("{title} · seed {seed}", deal) : deal.title;
}

// The buttons above the table: what can be done where it is played.
function drawDoors() {
  const isOver = isShared() && table.session.told.over;
  const shown = {
    new: !isShared() || isHost,
    save: !isShared() || isHost || isOver,
    open: !isShared() || isHost,
    never: !isShared(),
    share: !isShared() && isHost && Boolean(table.session),
    end: isShared() && isHost && !isOver,
    stop: isShared() && isHost && isOver,
  };
  for (const [id, isShown] of Object.entries(shown)) $(id).hidden = !isShown;
  document.body.classList.toggle("shared", isShared());
  $("notice").hidden = !isOver && !(table.where === "alone" && offered);
  $("notice-text").textContent = isOver ? say("The game is over: everything may be seen") : say("A table for several devices is open");
  $("notice-do").textContent = isOver ? say("Look through it") : say("Go there");
  $("notice-do").onclick = isOver ? looksThrough : joins;
}

function drawThings(now) {
  const world = $("world");
  const [across, down] = now.size;
  world.style.setProperty("--across", across);
  world.style.setProperty("--down", down);
  $("felt").style.setProperty("--mm", scale());
  for (const [id, view] of things) {
    if (now.things[id]?.kind === view.element.dataset.kind) continue;
    const had = view.element.contains(document.activeElement);
    view.element.remove();
    things.delete(id);
    if (had) $("felt").focus({ preventScroll: true });
  }
  now.order.forEach((id, level) => {
    let view = things.get(id);
    if (!view) {
      things.set(id, (view = new ThingView(id)));
      world.append(view.element);
    }
    view.show(now.things[id], level + 1, table.chosen?.pile === id ? table.chosen.cards : null, across);
    view.element.classList.toggle("marked", table.marked?.pile === id);
  });
}

// Pixels to the millimetre. A shared table is no wider than a telephone's, so on large windows all of it is shown.
function scale() {
  const { clientWidth, clientHeight } = $("felt");
  const [across, down] = state().size;
  const wide = (clientWidth || innerWidth) / across;
  if (isShared() && !isNarrow()) return Math.max(LEGIBLE, Math.min(wide, clientHeight / down));
  return Math.max(0.75, wide);
}

function drawHand(now) {
  const cards = table.view ? now.hands[table.view] : [];
  const host = $("held");
  let row = host.querySelector(".row");
  if (!row) host.append((row = element("div", { class: "row" })));
  $("dock").setAttribute("aria-label", table.view ? say("Hand of seat {seat}", { seat: table.view }) : say("No hand: an onlooker"));
  $("dock-about").textContent = table.view ? say("Seat {seat}: {count} in hand", { seat: table.view, count: cards.length }) : say("An onlooker sees no hand.");
  while (held.length > cards.length) held.pop().element.remove();
  while (held.length < cards.length) {
    const face = new CardFace();
    const place = element("div", { class: "held-card", tabindex: "0", role: "button" }, face.element);
    held.push({ face, element: place });
    row.append(place);
  }
  const shapes = cards.map(({ c }) => shapeOf(c));
  const tall = Math.max(0, ...shapes.map((shape) => shape.height));
  const room = host.clientWidth - 10;
  const high = Math.min(isNarrow() ? 112 : 156, innerHeight * 0.22); // pixels that the tallest card may have
  const mm = Math.min(isNarrow() ? 2 : 3, high / Math.max(1, tall));
  const widest = Math.max(0, ...shapes.map((shape) => shape.width)) * mm;
  const step = Math.max(STRIP, Math.min(widest + 7, (room - widest) / Math.max(1, cards.length - 1)));
  host.style.setProperty("--mm", mm);
  host.style.setProperty("--tall", tall);
  cards.forEach(({ c }, index) => {
    const { face, element: place } = held[index];
    face.show(c, true);
    shaped(place, shapes[index]);
    place.style.setProperty("--step", step);
    place.style.zIndex = index;
    place.dataset.index = index;
    const on = table.chosen?.hand === table.view && table.chosen.cards.includes(index);
    place.classList.toggle("chosen", on);
    place.setAttribute("aria-pressed", on);
    place.setAttribute("aria-label", say("{card}, card {number} of {all}", { card: nameOf(c), number: index + 1, all: cards.length }));
    place.title = nameOf(c);
  });
}

function button(deed) {
  const name = say(typeof deed.name === "function" ? deed.name() : deed.name);
  const title = deed.help ? say(deed.help) : name;
  return element("button", { class: deed.main ? "main" : "", title, onclick: deed.run }, name, element("kbd", { "aria-hidden": "true" }, deed.key));
}

function drawDeeds() {
  const now = DEEDS.filter((deed) => mayMove() && (typeof deed.name === "function" || deed.name) && deed.when());
  const always = ALWAYS.map((deed) => [deed, deed.when?.() ?? true]);
  const wanted = JSON.stringify([whatToDo(), now.map((deed) => [deed.key, deed.name.call?.() ?? deed.name]), always.map(([, on]) => on)]);
  const row = $("deeds");
  if (row.dataset.wanted === wanted) return;
  row.dataset.wanted = wanted;
  const focused = row.contains(document.activeElement) ? document.activeElement.firstChild.textContent : "";
  const buttons = always.map(([deed, on]) => {
    const made = button(deed);
    made.disabled = !on;
    return made;
  });
  const nothing = element("p", {}, whatToDo());
  const lists = [element("div", { class: "now" }, ...(now.length ? now.map(button) : [nothing]))];
  if (mayMove()) lists.push(element("div", { class: "always" }, ...buttons)); // who only looks on can press none of them
  row.replaceChildren(...lists);
  [...row.querySelectorAll("button")].find((each) => each.firstChild.textContent === focused)?.focus();
}

function whatToDo() {
  if (mayMove()) return say("Choose a card, a pile or a thing.");
  return table.session.told.over ? say("The game is over: nothing moves any more.") : say("An onlooker: choose a free seat to play.");
}

let logged = null; // the lines that the log shows
function drawMoves() {
  const { lines, at = lines.length } = table.session;
  const log = $("log");
  const known = logged ?? [];
  let kept = 0;
  while (kept < known.length && known[kept] === lines[kept]) kept++;
  while (log.children.length > kept) log.lastChild.remove();
  for (let index = kept; index < lines.length; index++) {
    const { seat, text } = table.session.tell(index);
    log.append(element("li", {}, ...(seat ? [element("b", {}, `${say("Seat {seat}", { seat })} `)] : []), text));
  }
  logged = lines;
  [...log.children].forEach((line, index) => {
    line.classList.toggle("undone", index >= at);
    line.classList.toggle("here", index === at - 1);
  });
  const here = log.children[at - 1];
  if (here) log.scrollTop = here.offsetTop - log.offsetTop - log.clientHeight + here.offsetHeight + 40;
  if (isShared()) return;
  $("moves").max = lines.length;
  $("moves").value = at;
  $("moves").setAttribute("aria-valuetext", here?.textContent ?? "");
  $("move-text").textContent = say("move {number} of {all}", { number: at - 1, all: lines.length - 1 });
  $("run").setAttribute("aria-pressed", Boolean(table.replay));
  $("first").disabled = $("back").disabled = at <= 1;
  $("forth").disabled = at >= lines.length;
}

let closer = null;
let pointed = null; // a card that the pointer is on: {c, up}
function drawCloser() {
  if (isNarrow()) return;
  const chosen = table.chosen && cardsOf(state(), placeOf(table.chosen))?.[table.chosen.cards.at(-1)];
  const card = pointed ?? (chosen && { c: chosen.c, up: chosen.up || inHand() });
  if (!card || (card.up && !recordOf(card.c)?.face)) {
    closer = null;
    return $("closer").replaceChildren(say("Point at a card to see it larger."));
  }
  if (!closer) $("closer").replaceChildren((closer = new CardFace()).element);
  const shape = shapeOf(card.c);
  const room = [$("closer").clientWidth - 28, $("closer").clientHeight - 28];
  closer.element.style.setProperty("--mm", Math.min(room[0] / shape.width, room[1] / shape.height));
  closer.show(card.c, card.up);
}

function points(event) {
  const place = event.target.closest?.("[data-index]");
  const index = Number(place?.dataset.index);
  const thing = place?.closest(".thing")?.dataset.thing;
  const card = !place ? null : thing ? pileOf(state(), thing)?.cards[index] : state().hands[table.view]?.[index];
  const next = card ? { c: card.c, up: card.up || !thing } : null;
  if (same(next, pointed)) return;
  pointed = next;
  drawCloser();
}

// -- moves: undo, redo, replay ---------------------------------------------------------------------------------------------------------

function go(at) {
  const moved = table.session.go(at);
  if (moved) {
    keep();
    draw();
    announce(say("move {number} of {all}", { number: table.session.at - 1, all: table.session.events.length - 1 }));
  }
  return moved;
}

const undo = () => (isShared() ? table.session.undo() && draw() : go(table.session.at - 1));
const redo = () => (isShared() ? table.session.redo() && draw() : go(table.session.at + 1));

function stop() {
  clearInterval(table.replay);
  table.replay = 0;
}

function replay() {
  if (table.replay) {
    stop();
  } else {
    if (table.session.at >= table.session.events.length) go(1);
    table.replay = setInterval(() => (go(table.session.at + 1) ? 0 : (stop(), draw())), REPLAY);
  }
  draw();
}

// -- sessions: kept in the browser, saved, opened --------------------------------------------------------------------------------------

const kept = () => `cardgen-play/${about.project}/${table.game}`;

let keeping = 0;
function keep() {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, 300);
}

function keepNow() {
  if (!keeping) return;
  clearTimeout(keeping);
  keeping = 0;
  try {
    localStorage.setItem(kept(), sessionText(table.session.wholeData));
  } catch {
    // a browser that keeps nothing
  }
}

function recall() {
  try {
    const text = localStorage.getItem(kept());
    return text ? readSession(text).session : null;
  } catch {
    return null;
  }
}

function takes(session, view) {
  shows(new Session(session), view);
  keep();
  draw();
  $("felt").scrollTo(0, 0);
}

// Another game lies on the table.
function shows(session, view) {
  stop();
  table.session = session;
  table.view = view;
  table.chosen = table.marked = null;
  logged = null;
  $("log").replaceChildren();
}

async function save() {
  const data = isShared() ? await sharedData() : table.session.wholeData;
  if (!data) return;
  const { game, events } = data;
  const link = element("a", {
    href: URL.createObjectURL(new Blob([sessionText(data)], { type: "application/json" })),
    download: `${[game, events[0].seed.replace(/[^\w-]/g, ""), events.length - 1].filter((part) => part !== "").join("-")}.session.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  toast(say("Saved {count} moves as {file}", { count: events.length - 1, file: link.download }));
}

// The sessions of some files: [{name, session} or {name, why}].
async function readFiles(files) {
  return Promise.all(
    [...files].map(async (file) => {
      const read = file.size > MOST_BYTES ? { why: say("the file is too large") } : readSession(await file.text());
      return { name: file.name, ...read };
    }),
  );
}

let filesAreFor = null;
function pick(use) {
  filesAreFor = use;
  $("file").value = "";
  $("file").click();
}

async function opens(files) {
  const [first] = await readFiles(files);
  if (!first) return;
  if (first.why) return toast(say("{file} cannot be opened: {why}", { file: first.name, why: first.why }));
  if (!store.contents.games.some((game) => game.id === first.session.game)) return toast(say("{file} is of {game}, which is not here", { file: first.name, game: first.session.game }));
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  if (isShared()) return shares(first.session);
  await turnTo(first.session.game);
  takes(first.session, 0);
  toast(say("Opened {file}: {count} moves. Press Space to replay it.", { file: first.name, count: first.session.events.length - 1 }));
}

// What nobody ever saw, over the session at hand or over those that were opened.
async function counts(files) {
  const read = files ? await readFiles(files) : [];
  const sessions = files ? read.filter(({ session }) => session?.game === table.game) : [{ session: table.session.wholeData }];
  const wrong = read.filter(({ session }) => session?.game !== table.game).map(({ name, why, session }) => `${name}: ${why ?? say("it is of {game}", { game: session.game })}`);
  const rows = summary(sessions.map(({ session }) => session.events));
  const never = rows.filter((row) => !row.seen);
  const seldom = rows.filter((row) => row.seen && row.seen < row.games);
  const list = (items, shown) => element("ul", {}, ...items.map((row) => element("li", {}, shown(row))));
  const over = files ? plural(sessions.length, "{count} session", "{count} sessions") : say("this game so far");
  const values = { never: never.length, all: rows.length, over };
  $("unseen-about").textContent = sessions.length
    ? say("{never} of {all} different cards were never in a hand and never face up, in {over}.", values)
    : say("None of these files is a session of this game.");
  $("unseen-wrong").replaceChildren(...wrong.map((text) => element("li", { class: "warning" }, text)));
  const parts = [];
  for (const deck of [...new Set(never.map(({ card }) => card.split("/")[0]))]) {
    const cards = never.filter(({ card }) => card.split("/")[0] === deck);
    parts.push(element("h3", {}, say("{deck}, never drawn: {count}", { deck: deckTitle(cards[0].card), count: cards.length })), list(cards, ({ card }) => nameOf(card)));
  }
  if (seldom.length) parts.push(element("h3", {}, say("Seldom drawn")), list(seldom, ({ card, seen, games }) => `${nameOf(card)} ${seen}/${games}`));
  $("unseen-rows").replaceChildren(...parts);
  if (!$("unseen").open) $("unseen").showModal();
}

// -- a new game ----------------------------------------------------------------------------------------------------------------------

async function asked(address) {
  try {
    return await (await fetch(address)).json();
  } catch {
    return { setups: [], table: null, problems: [{ what: say("the preview does not answer"), remedy: say("see that cardgen preview runs") }] };
  }
}

const wordsOf = (problems) => problems.map(({ what, remedy }) => `${what}${remedy ? `; ${remedy}` : ""}`).join(". ");

async function turnTo(game) {
  if (table.game === game) return;
  shownGame(game);
  look(game);
  await everyDeck();
}

function shownGame(game) {
  keepNow(); // by the name of the game that it is of
  table.game = game;
  playing(game);
  $("to-cards").href = `/#/${encodeURIComponent(game)}`;
  const address = `#/${encodeURIComponent(game)}`;
  if (location.hash !== address) history.replaceState(null, "", address);
  things.forEach((view) => view.element.remove());
  things.clear();
}

// Waits until every deck of the game is told: a table is laid out by the sizes of cards.
function everyDeck() {
  const there = () => {
    const game = store.contents.games.find((each) => each.id === table.game);
    return game && game.decks.every((deck) => deck.broken || store.decks.has(`${game.id}/${deck.id}`));
  };
  return new Promise((done) => {
    const tell = () => there() && (store.removeEventListener("deck", tell), store.removeEventListener("contents", tell), done());
    store.addEventListener("deck", tell);
    store.addEventListener("contents", tell);
    tell();
  });
}

async function startDialog() {
  $("start-game").replaceChildren(...store.contents.games.map((game) => element("option", { value: game.id }, game.title)));
  $("start-game").value = table.game;
  $("start-shared-row").hidden = !isHost;
  $("start-shared").checked = isShared();
  showSeed();
  $("start-wrong").textContent = "";
  $("start-cancel").hidden = !table.session;
  if (!$("start").open) $("start").showModal();
  await listSetups();
}

// A shared game is dealt by a seed only where the host chooses one.
function showSeed() {
  const shared = $("start-shared").checked;
  $("start-seed").value = shared ? "" : newSeed();
  $("seed-says").textContent = shared ? say("Left empty, nobody knows the order. Whoever knows the seed can know every card.") : say("The same seed deals the same cards.");
}

async function listSetups() {
  const answer = await asked(`/play/setups?game=${encodeURIComponent($("start-game").value)}`);
  table.setups = answer.setups;
  $("start-setup").replaceChildren(...answer.setups.map((setup) => element("option", { value: setup.id }, setup.title)));
  $("start-wrong").textContent = wordsOf(answer.problems);
  showSetup();
}

function showSetup() {
  const setup = table.setups.find((each) => each.id === $("start-setup").value);
  const before = Number($("start-players").value) || 2;
  const players = setup?.players.length ? setup.players.filter((count) => count <= MOST_PLAYERS) : Array.from({ length: 8 }, (_, at) => at + 1);
  $("start-says").textContent = setup?.says ?? "";
  $("start-players").replaceChildren(...players.map((count) => element("option", { value: count }, count)));
  $("start-players").value = players.includes(before) ? before : (players.find((count) => count >= 2) ?? players[0] ?? "");
  $("start-deal").disabled = !setup || !players.length;
}

async function deal() {
  const [game, setup, players] = ["start-game", "start-setup", "start-players"].map((id) => $(id).value);
  const seed = $("start-seed").value.trim();
  if ($("start-shared").checked) return dealShared({ game, setup, players: Number(players), seed });
  const query = new URLSearchParams({ game, setup, players, seed: seed || newSeed(), ...roomForTable() });
  const { table: dealt, problems } = await asked(`/play/table?${query}`);
  if (!dealt) return void ($("start-wrong").textContent = wordsOf(problems) || say("It cannot be dealt."));
  if (isShared()) await goesAlone(game);
  await turnTo(game);
  const title = store.contents.games.find((each) => each.id === game)?.title ?? game;
  takes({ game, title, events: [dealt] }, 1);
  $("start").close();
  $("felt").focus({ preventScroll: true });
}

// The width of a table that is dealt here, in mm, and the hundredths of it that are seen of its height.
function roomForTable() {
  if (isNarrow()) return { width: NARROW, share: 100 };
  const { clientWidth, clientHeight } = $("felt");
  return { width: Math.min(WIDEST, Math.round(clientWidth / LEGIBLE)), share: Math.round((100 * clientHeight) / Math.max(1, clientWidth)) };
}

// -- the shared table ------------------------------------------------------------------------------------------------------------------

const REASONS = {
  seat: phrase("That is another seat's."),
  changed: phrase("Somebody was quicker."),
  nothing: phrase("Nothing is to be done there."),
  over: phrase("The game is over: nothing moves any more."),
  full: phrase("There is no room for more on this table."),
  fast: phrase("That was too fast for the table: a moment, please."),
  closed: phrase("The table is closed."),
  away: phrase("The preview does not answer."),
};

function refused(why) {
  toast(say(REASONS[why] ?? phrase("That cannot be done.")));
  draw();
}

let offered = false; // a shared table is open, and this page plays by itself

// What the server tells of the shared table; where none is open, this device plays by itself.
function hears(event) {
  if (!event.open) return void (table.where !== "alone" && goesAlone(""));
  if (!isShared()) {
    table.where = "shared";
    shows(new SharedSession({ heard: (lines) => lines.length && announceLine(lines.at(-1)), refused }), 0);
  }
  const had = mySeatsBefore();
  const places = [table.chosen, table.marked].map((chosen) => [chosen, chosen && JSON.stringify(cardsOf(state(), placeOf(chosen)))]);
  table.session.hear(event);
  forgetMoved(places);
  if (table.game !== event.game) shownGame(event.game);
  if (event.seat !== table.view) table.chosen = table.marked = null;
  if (had.some((seat) => !event.mine.includes(seat)) && table.view && !event.seat) toast(say("This seat is free now."));
  table.view = event.seat;
  const isBack = !event.seat && !had.length; // with the seats that it had before it slept or was loaded anew
  if (isBack && event.mine.length === 1) lookAtTable(event.mine[0]);
  if (isBack && event.mine.length > 1) toast(say("The game as you left it. Choose a seat to go on."));
  draw();
}

// Cards that were chosen out of many lie elsewhere by now: others have moved them, or those beside them.
function forgetMoved(places) {
  const [isMoved, isMarkMoved] = places.map(([chosen, before]) => chosen && before !== JSON.stringify(cardsOf(state(), placeOf(chosen))));
  if (isMoved && (inHand() || chosenPile()?.fan)) table.chosen = inHand() ? null : { ...table.chosen, cards: [topOf(table.chosen.pile)] };
  if (isMarkMoved) table.marked = null;
}

const mySeatsBefore = () => table.session.told?.mine ?? [];

function joins() {
  offered = false;
  table.where = "";
  store.decks.clear();
  lookAtTable(0);
}

async function goesAlone(game) {
  table.where = "alone";
  table.game = "";
  clearTable();
  arrived = Boolean(game);
  store.decks.clear();
  drawDoors();
  if (!game) look(wanted());
}

// Nothing lies on the table, and nobody sits there.
function clearTable() {
  shows(null, 0);
  for (const { element: gone } of [...things.values(), ...held.splice(0)]) gone.remove();
  things.clear();
  seatButtons.splice(0).forEach((gone) => gone.remove());
  for (const id of ["about", "dock-about", "deeds"]) $(id).replaceChildren();
  delete $("deeds").dataset.wanted;
}

async function dealShared(question) {
  if (!(await sure(isShared() && !table.session.told.over, say("Deal anew?"), say("The game at the shared table ends for all, and is not saved.")))) return;
  const { answer } = await post("/host/deal", { ...question, width: SHARED_WIDTH, share: SHARED_SHARE });
  if (!answer.problems || answer.problems.length) return void ($("start-wrong").textContent = wordsOf(answer.problems ?? []) || say("It cannot be dealt."));
  $("start").close();
  if (!isShared()) joins();
}

// A game that was played here or was saved goes on at the shared table.
async function shares(data) {
  const says = say("All devices see it as their seats do. Whoever saw this game so far knows its cards.");
  if (!(await sure(true, say("Go on at a table for several devices?"), says))) return;
  const session = JSON.parse(sessionText(data));
  const { status, answer } = await post("/host/open", session);
  if (status !== 200) return toast(say("{file} cannot be opened: {why}", { file: data.title, why: answer.why ?? "" }));
  if (!isShared()) joins();
}

async function ends() {
  if (await sure(true, say("End the game?"), say("Everybody may then see every hand and pile, look through the game and save it."))) await post("/host/end", {});
}

// The session of the shared table: until it is over the host alone may have it, and everybody is told.
async function sharedData() {
  const isOver = table.session.told.over;
  const says = say("The file holds every hand and pile: whoever opens it can read them. Everybody at the table is told that you save it.");
  if (!isOver && !(await sure(true, say("Save the game?"), says))) return null;
  const response = isOver ? await fetch("/table/session") : null;
  return response ? response.json() : (await post("/host/save", {})).answer;
}

async function looksThrough() {
  const { session } = readSession(JSON.stringify(await sharedData()));
  if (!session) return;
  offered = true;
  await goesAlone(session.game);
  await turnTo(session.game);
  takes(session, 0);
  toast(say("The whole game: press Space to replay it."));
}

// Asks whether something is really to be done; true at once where `isAsked` is false.
function sure(isAsked, title, says) {
  if (!isAsked) return Promise.resolve(true);
  $("sure-title").textContent = title;
  $("sure-says").textContent = says;
  $("sure").returnValue = "";
  $("sure").showModal();
  return new Promise((done) => ($("sure").onclose = () => done($("sure").returnValue === "yes")));
}

// -- counters, dice, notes -------------------------------------------------------------------------------------------------------------

const ASKS = {
  counter: { title: phrase("A counter"), label: phrase("Of what"), value: () => say("Points"), choices: () => tokens().map(({ name }) => name) },
  die: { title: phrase("A die"), label: phrase("With how many sides"), value: () => "6", choices: () => DICE.map(String) },
  note: { title: phrase("A note"), label: phrase("What it says"), value: () => "", choices: () => [] },
};

// The cards of the game that are tokens: as small as those that a table deals openly.
function tokens() {
  const decks = [...store.decks.values()].filter(({ deck, game, head }) => game === table.game && !isHidden(deck) && Math.max(head.shape.width, head.shape.height) <= 40);
  return decks.flatMap(({ deck, cards }) => Object.entries(cards).map(([id, record]) => ({ card: `${deck}/${id}`, name: titleOf(record) })));
}

let asking = null;
function asks(what, id = null) {
  asking = { what, id };
  const { title, label, value, choices } = ASKS[what];
  $("adder-title").textContent = say(title);
  $("adder-label").firstElementChild.textContent = say(label);
  $("adder-text").value = id ? state().things[id].text : value();
  $("adder-list").replaceChildren(...choices().map((choice) => element("option", { value: choice })));
  $("adder-ok").textContent = id ? say("Write it") : say("Put it on the table");
  $("adder").showModal();
  $("adder-text").select();
}

const writes = (id) => asks("note", id);

function answers() {
  const { what, id } = asking;
  const said = $("adder-text").value.trim();
  if (id) return void act({ do: "write", thing: id, text: said });
  const made = {
    counter: () => ({ kind: "counter", name: said || say("Points"), value: 0, card: tokens().find(({ name }) => name === said)?.card }),
    die: () => ({ kind: "die", sides: Math.max(2, Math.min(1000, Math.round(Number(said)) || 6)), value: 1 }),
    note: () => ({ kind: "note", text: said || "…" }),
  }[what]();
  const added = newId();
  if (act({ do: "add", id: added, thing: { at: freePlace(sizeOf(made)), ...made } })) {
    choose({ pile: added, cards: [] });
    things.get(added)?.element.focus({ preventScroll: true });
  }
}

// -- keys ----------------------------------------------------------------------------------------------------------------------------

function beside(key) {
  const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const stops = [...document.querySelectorAll(".thing, .held-card")];
  const from = stops.find((stop) => stop === document.activeElement);
  if (!from) return (stops.find((stop) => stop.matches(".chosen")) ?? stops[0])?.focus();
  const middle = (stop) => {
    const box = stop.getBoundingClientRect();
    return [box.x + Math.min(box.width, 40) / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const far = (stop) => {
    const [a, b] = middle(stop).map((value, axis) => value - [x, y][axis]);
    const [along, aside] = [a * across + b * down, Math.abs(a * down) + Math.abs(b * across)];
    return along > 4 && aside <= along * 2.5 ? along + 2 * aside : Infinity;
  };
  const nearest = stops.filter((stop) => stop !== from).sort((one, two) => far(one) - far(two))[0];
  if (nearest && far(nearest) < Infinity) nearest.focus();
}

function nudge(key) {
  const id = table.chosen?.pile;
  if (!id) return;
  const [x, y] = state().things[id].at;
  const [across, down] = { ArrowLeft: [-5, 0], ArrowRight: [5, 0], ArrowUp: [0, -5], ArrowDown: [0, 5] }[key];
  act({ do: "move", thing: id, at: [x + across, y + down] });
}

function pressed(event) {
  if (!table.session || document.querySelector("dialog[open]")) return;
  const { key, target } = event;
  const writing = target.matches?.("input, select, textarea");
  if (event.ctrlKey || event.metaKey) {
    if (writing || !["z", "Z", "y"].includes(key)) return;
    event.preventDefault();
    return void (key === "z" ? undo() : redo());
  }
  if (event.altKey || writing) return;
  const onButton = target.matches?.("button, a") && ["Enter", " "].includes(key);
  if (onButton) return;
  if (key.startsWith("Arrow")) {
    event.preventDefault();
    return void (event.shiftKey ? nudge(key) : beside(key));
  }
  if (/^[1-9]$/.test(key)) return void gives(Number(key));
  const known = key === "=" ? "+" : key === "Escape" ? "Esc" : key === "Backspace" ? "Delete" : key;
  const deed = [...DEEDS, ...ALWAYS, ...QUIET].find((each) => each.key === known && each.run && (each.when?.() ?? true));
  if (!deed) return;
  event.preventDefault();
  deed.run();
}

function listKeys() {
  const shown = { " ": phrase("space") };
  const rows = [...DEEDS, ...ALWAYS, ...QUIET].filter((deed) => deed.help);
  $("keys").replaceChildren(...rows.flatMap(({ key, help }) => [element("dt", {}, element("kbd", {}, say(shown[key] ?? key))), element("dd", {}, say(help))]));
}

// A thing or a card of the hand that gets the focus is chosen.
function focused({ target }) {
  if (target.matches(".held-card")) choose({ hand: table.view, cards: [Number(target.dataset.index)] });
  if (target.matches(".thing") && table.chosen?.pile !== target.dataset.thing) {
    const pile = pileOf(state(), target.dataset.thing);
    choose({ pile: target.dataset.thing, cards: pile ? [pile.cards.length - 1] : [] });
  }
}

// -- drops ---------------------------------------------------------------------------------------------------------------------------

function letGo(drop) {
  const isDone = dropped(drop);
  if (!isShared()) return;
  const { liftedAt, told } = table.session;
  table.session.liftedAt = null;
  if (isDone === false && mayMove() && liftedAt < told.revision) refused("changed"); // it lies there no more
}

// What is let go over something: `from` is a thing or a card of the hand, `over` where the pointer was, `at` the middle of what it carried.
function dropped({ from, cards, isThing, over, at }) {
  const world = $("world").getBoundingClientRect();
  const spot = [(at[0] - world.x) / scale(), (at[1] - world.y) / scale()];
  if (isThing && !pileOf(state(), from.pile)) return over.felt && act({ do: "move", thing: from.pile, at: spot });
  if (over.seat) return carry(from, cards, { hand: over.seat });
  if (over.hand) {
    if (!table.view) return toast(say("An onlooker has no hand: choose a seat first."));
    return carry(from, cards, from.hand === table.view ? { hand: table.view, index: Math.min(over.index, cardsOf(state(), from).length - cards.length) } : { hand: table.view });
  }
  if (over.thing && over.thing !== from.pile && pileOf(state(), over.thing) && !pileOf(state(), over.thing).board) return carry(from, cards, { pile: over.thing });
  if (!over.felt) return undefined;
  const whole = isThing && cards.length === cardsOf(state(), from).length;
  if (whole) return act({ do: "move", thing: from.pile, at: spot });
  return carry(from, cards, { at: spot, turn: 0 }, from.hand !== undefined ? true : undefined);
}

function begin() {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("cardgen") ?? "{}").theme ?? "";
  listKeys();
  drags({
    room: document.body,
    cardsAt: (place) => cardsOf(state(), place) ?? [],
    thing: (id) => state().things[id],
    hand: () => table.view,
    chosen: () => table.chosen,
    choose,
    lifted: () => isShared() && table.session.lift(),
    dropped: letGo,
    scale,
    handScale: () => Number($("held").style.getPropertyValue("--mm")),
    closer: () => looksCloser(),
    count: (id, by) => act({ do: "count", thing: id, by }),
  });
  addEventListener("keydown", pressed);
  addEventListener("resize", drawSoon);
  addEventListener("pagehide", keepNow); // a move that was made just before is not lost
  document.body.addEventListener("focusin", focused);
  document.body.addEventListener("pointerover", points);
  $("felt").addEventListener("click", (event) => event.target.closest(".thing") || choose(null));
  $("share").onclick = () => shares(table.session.wholeData);
  $("end").onclick = ends;
  $("stop").onclick = () => post("/host/close", {});
  $("start-shared").onchange = showSeed;
  $("new").onclick = startDialog;
  $("save").onclick = save;
  $("open").onclick = $("start-open").onclick = () => pick(opens);
  $("never").onclick = () => counts(null);
  $("unseen-open").onclick = () => pick(counts);
  $("file").onchange = () => $("file").files.length && filesAreFor?.($("file").files);
  $("help-button").onclick = () => $("help").showModal();
  $("log-button").onclick = () => {
    const open = document.body.classList.toggle("with-log");
    $("log-button").setAttribute("aria-expanded", open);
  };
  $("first").onclick = () => (stop(), go(1));
  $("back").onclick = () => (stop(), go(table.session.at - 1));
  $("forth").onclick = () => (stop(), go(table.session.at + 1));
  $("run").onclick = replay;
  $("moves").oninput = () => (stop(), go(Number($("moves").value)));
  $("start-game").onchange = listSetups;
  $("start-setup").onchange = showSetup;
  $("start-cancel").onclick = () => $("start").close();
  $("start-form").onsubmit = (event) => (event.preventDefault(), deal());
  $("adder-cancel").onclick = () => $("adder").close();
  $("adder-form").onsubmit = (event) => (event.preventDefault(), $("adder").close(), answers());
  for (const kind of ["deck", "looked"]) store.addEventListener(kind, drawSoon);
  store.addEventListener("contents", () => (loadFonts(store.contents.fonts), table.where === "alone" && arrive()));
  store.addEventListener("table", ({ detail }) => hears(detail));
  store.addEventListener("shared", ({ detail }) => ((offered = detail.open), drawDoors()));
  store.addEventListener("offline", () => (($("alarm").textContent = offlineWords()), ($("alarm").hidden = false)));
  store.addEventListener("online", () => ($("alarm").hidden = true));
  lookAtTable(0); // which tells whether there is one
}

function offlineWords() {
  if (isShared()) return say("The shared table does not answer. It is asked again; what you see may be old.");
  return say("The preview does not answer. The game goes on here; save it before you leave.");
}

function wanted() {
  const said = location.hash.replace(/^#\/?/, "").split("/")[0];
  try {
    return decodeURIComponent(said) || about.game.split("/")[0];
  } catch {
    return said;
  }
}

// The games are told: the one of the address is laid on the table, as it was left or by a new deal.
let arrived = false;
async function arrive() {
  if (arrived || !store.contents.games.length) return;
  arrived = true;
  const game = store.contents.games.find((each) => each.id === wanted()) ?? store.contents.games[0];
  await turnTo(game.id);
  const before = recall();
  if (!before) return void (await startDialog());
  const isShared = before.events[0].hands.length > 1;
  takes(before, isShared ? 0 : 1);
  toast(isShared ? say("The game as you left it. Choose a seat to go on.") : say("The game as you left it."));
}

export { state, table }; // for whoever looks at the page from outside, as the tests do
begin();
