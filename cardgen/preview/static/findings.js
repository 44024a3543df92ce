// One finding as a row: what is wrong, what to do, where, and buttons that mend it or say that it is meant.

import { element } from "./cards.js";
import { edit } from "./edits.js";
import { say } from "./language.js";
import { propose } from "./proposals.js";
import { about, store } from "./store.js";

const MOST_CARDS = 12; // that a finding is accepted for one by one

// A place that a click copies, and opens in the editor; `short` shows the line alone.
export function placeButton(at, place, short = false) {
  const shown = short ? (/:\d+/.exec(at)?.[0] ?? at) : at.split(/[\\/]/).at(-1);
  return at ? element("button", { class: "place", onclick: () => place(at), title: say("Copy {at}, and open it in the editor", { at }) }, shown) : "";
}

// A link to what a code means, in a page of its own, which stays the same for all of them.
export function explanation(code) {
  const title = say("What {code} means, and how to mend it", { code });
  return element("a", { class: "code", href: `/findings#${code}`, target: "cardgen-findings", title }, code);
}

export function line(found, place, ...more) {
  const about = found.about ? `: ${found.about.join(", ")}` : "";
  const words = element("div", {}, element("p", { lang: "en" }, `${found.what}${about}`));
  if (found.remedy) words.append(element("p", { class: "remedy", lang: "en" }, found.remedy));
  const deeds = deedsFor(found);
  if (deeds.length) words.append(element("p", { class: "deeds" }, ...deeds));
  const foot = element("p", { class: "foot" }, placeButton(found.at, place), ...more);
  for (const also of found.also ?? []) foot.append(placeButton(also, place));
  if (found.check && found.check !== found.code) foot.append(element("small", {}, found.check));
  if (found.code) foot.append(explanation(found.code));
  words.append(foot);
  return element("li", { class: found.severity ?? "error" }, words);
}

// Buttons for what mends a finding, and for what says that it is meant.
function deedsFor(found) {
  if (!about.edits) return [];
  const mends = (found.mends ?? []).map(({ says, edit }) => {
    const title = say("Shows the change first");
    return element("button", { class: "mend", title, onclick: () => propose({ title: found.what, options: [{ label: "", edits: [edit] }] }) }, say("Write {value}", { value: says }));
  });
  const cell = cellOf(found);
  if (cell) mends.push(element("button", { class: "to-cell", onclick: () => document.dispatchEvent(new CustomEvent("cardgen-to-cell", { detail: cell })) }, say("To its cell")));
  if (found.code === "playtest-note") {
    const edits = [{ do: "note-done", of: found.game, at: found.at }];
    mends.push(element("button", { class: "done", title: say("It is marked as done in its table"), onclick: () => edit(edits) }, say("Dealt with")));
    return mends;
  }
  const options = meantOptions(found);
  if (options.length) mends.push(element("button", { class: "meant", onclick: () => propose({ title: found.what, options }) }, say("This is meant")));
  return mends;
}

// The cell of the table that a finding is about: the card and the field that its place says.
function cellOf(found) {
  const known = found.cards?.[0] ?? (found.game && found.deck && found.card ? { key: `${found.game}/${found.deck}`, id: found.card } : null);
  const card = known && store.decks.get(known.key)?.cards[known.id];
  if (!card || !found.at) return null;
  const field = Object.keys(card.where).find((name) => card.where[name] === found.at);
  return field || found.at === card.at ? { key: known.key, id: known.id, field: field ?? "name" } : null;
}

// For what a note or a warning can be meant: its cards, its deck, the game.
function meantOptions(found) {
  if (found.severity === "error" || !found.severity || !found.code || !found.game) return [];
  const accept = (of, card) => ({ do: "accept", of, code: found.code, ...(card && { card }) });
  const cards = found.on ?? (found.card ? [found] : []);
  const decks = [...new Set([found.deck, ...cards.map((each) => each.deck)].filter(Boolean))];
  const options = [];
  if (cards.length && cards.length <= MOST_CARDS) {
    const label = cards.length === 1 ? say("On the card {card}", { card: cards[0].card }) : say("On these {count} cards", { count: cards.length });
    options.push({ label, edits: cards.map((each) => accept(`${found.game}/${each.deck}`, each.card)) });
  }
  for (const deck of decks) options.push({ label: say("In the deck {deck}", { deck: titleOfDeck(found.game, deck) }), edits: [accept(`${found.game}/${deck}`)] });
  options.push({ label: say("In all of the game"), edits: [accept(found.game)] });
  return options;
}

function titleOfDeck(gameId, id) {
  const game = store.contents.games.find((each) => each.id === gameId);
  return game?.decks.find((deck) => deck.id === id)?.title ?? id;
}
