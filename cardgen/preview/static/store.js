// What the server has told: the games, the decks of this view, what was found. Every event passes through here once.

import { say } from "./language.js";

export const about = JSON.parse(document.querySelector('meta[name="cardgen"]').content);

export const store = Object.assign(new EventTarget(), {
  contents: { games: [], problems: [], fonts: "" },
  decks: new Map(), // "game/deck" -> {game, deck, head, order, cards, whole}
  pictures: new Map(), // name -> SVG
  findings: [],
  hand: null, // {size, cards: deck -> ids}: what a player holds, where the rules of the game say
  since: {}, // "game/deck" -> id -> {kind, says}: cards that are to be printed, for they changed since they were
  checked: false,
  trouble: [],
  view: "",
  printer: "", // the one that cards are checked for, too
  saved: 0,
});

let source = null;
let address = ""; // of the events that are listened to

export function look(view, printer = store.printer) {
  store.view = view;
  store.printer = printer;
  store.findings = [];
  store.since = {};
  store.hand = null;
  store.checked = false;
  address = `/events?${new URLSearchParams({ view, printer })}`;
  listen();
}

// Listens to the shared table as a seat of this browser sees it: of cards, only those that it sees are told.
export function lookAtTable(seat) {
  address = `/table/events?${new URLSearchParams({ seat })}`;
  listen();
}

// A browser opens six connections to a server at the most, so pages that nobody sees do not keep one.
function listen() {
  source?.close();
  source = null;
  if (document.hidden) return;
  source = new EventSource(address);
  source.onopen = () => said("online");
  source.onerror = () => said("offline");
  source.onmessage = (message) => heard(JSON.parse(message.data));
}

document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => event.persisted && listen());

function said(type, detail) {
  store.dispatchEvent(new CustomEvent(type, { detail }));
}

function heard(event) {
  switch (event.kind) {
    case "contents":
      if (event.run !== about.run) return location.reload(); // another preview listens at this address now
      store.contents = event;
      forgetGone();
      break;
    case "deck": {
      const key = `${event.game}/${event.deck}`;
      for (const [name, svg] of Object.entries(event.pictures)) store.pictures.set(name, svg);
      const deck = store.decks.get(key) ?? { game: event.game, deck: event.deck, cards: {} };
      const kept = {};
      for (const id of event.order) kept[id] = event.cards[id] ?? deck.cards[id];
      store.decks.set(key, { ...deck, head: event.head, order: event.order, cards: kept, whole: event.whole });
      if (event.whole) forgetPictures();
      break;
    }
    case "findings":
      if (event.printer !== store.printer) return;
      store.findings = event.findings;
      for (const each of store.findings) each.root = store.findings[each.cause] ?? null; // what it comes of
      store.since = event.since;
      store.hand = event.hand;
      store.checked = true;
      break;
    case "trouble":
      store.trouble = event.problems;
      break;
    case "looked":
      store.checked = false;
      break;
  }
  said(event.kind, event);
}

function forgetGone() {
  const known = new Set(store.contents.games.flatMap((game) => game.decks.map((deck) => `${game.id}/${deck.id}`)));
  for (const key of store.decks.keys()) if (!known.has(key)) store.decks.delete(key);
}

function forgetPictures() {
  const used = new Set([...store.decks.values()].flatMap((deck) => Object.values(deck.cards).flatMap((card) => [card.face, card.back])));
  for (const name of store.pictures.keys()) if (!used.has(name)) store.pictures.delete(name);
}

export function decksInView() {
  const [game, deck] = store.view.split("/");
  const known = store.contents.games.find((each) => each.id === game);
  return (known?.decks ?? []).filter((each) => !deck || each.id === deck);
}

// Everything that is wrong with a card: what composing met, and what the checks found.
export function foundOn(key, card) {
  const [game, deck] = key.split("/");
  const here = (each) => each.card === card.id && each.deck === deck;
  const own = (each) => (each.on ? each.on.filter(here).map((one) => ({ ...each, ...one })) : here(each) ? [each] : []);
  const found = store.findings.filter((each) => each.game === game).flatMap(own);
  return [...card.problems.map((problem) => ({ severity: "error", ...problem })), ...found.filter((each) => !told(card, each))];
}

function told(card, finding) {
  return card.problems.some((problem) => finding.what.endsWith(problem.what) || (problem.shared && problem.shared === finding.shared));
}

export async function goTo(at) {
  let copied = true;
  try {
    await navigator.clipboard.writeText(at);
  } catch {
    copied = byHand(at);
  }
  const said = copied ? say("Copied {at}", { at }) : at;
  if (!about.editor) return said;
  try {
    const answer = await fetch("/open", {
      method: "POST",
      headers: { "content-type": "application/json", "x-cardgen-token": about.token },
      body: JSON.stringify({ at }),
    });
    const { opened, why } = await answer.json();
    return opened ? say("{said}, opened in your editor", { said }) : `${said}. ${why}`;
  } catch {
    return said;
  }
}

function byHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
