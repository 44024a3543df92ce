// A card enlarged: both sides, what it says and where, what was found on it.

import { element, shaped, Side, sinceWord, titleOf } from "./cards.js";
import { shownCards, viewOf } from "./board.js";
import { plural, say } from "./language.js";
import { OnCard } from "./oncard.js";
import { about, foundOn, store } from "./store.js";

const dialog = document.getElementById("large");
const [sides, facts] = [dialog.querySelector(".sides"), dialog.querySelector(".facts")];
const [face, back] = [new Side("face"), new Side("back")];
sides.append(face.element, back.element);
let current = null;
const onCard = about.token ? new OnCard({ placeButton: (at, short) => placeButton(at, current?.place, short), leave: () => design(false) }) : null;
if (onCard) dialog.append(onCard.element);

export function enlarge(card, place) {
  if (!card?.record) return;
  current = { key: card.key, id: card.id, place };
  if (!dialog.open) dialog.showModal();
  refresh();
}

export function refresh() {
  if (!current || !dialog.open) return;
  const { key, id, place } = current;
  const deck = store.decks.get(key);
  const card = deck?.cards[id];
  if (!card) return dialog.close();
  if (onCard?.isOpen) return;
  const shape = deck.head.shape;
  shaped(sides, shape);
  const room = { width: Math.min(innerWidth - 40, 1500), height: innerHeight - 60 };
  const narrow = innerWidth < 760;
  const count = card.back ? 2 : 1;
  const across = narrow ? room.width : room.width - 340;
  const mm = Math.min(across / (count * (shape.width + 8)), (narrow ? room.height * 0.55 : room.height - 40) / (shape.height + 8), 12);
  sides.style.setProperty("--mm", mm);
  for (const [side, name] of [[face, card.face], [back, card.back]]) {
    side.shape(shape);
    side.show(name);
    side.element.hidden = side === back && !name;
  }
  const found = foundOn(key, card);
  face.mark(found.filter((each) => each.side !== "back"));
  back.mark(found.filter((each) => each.side === "back"));
  const since = store.since[key]?.[id];
  const rows = Object.entries(card.fields).map(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, Array.isArray(value) ? value.join(", ") : String(value), card.where[name] ? placeButton(card.where[name], place, true) : ""),
  ]);
  facts.replaceChildren(
    element("h2", {}, titleOf(card)),
    element("p", {}, `${deck.head.title} · ${card.id} · ${plural(card.copies, "{count} copy", "{count} copies")} `, placeButton(card.at, place)),
    element("ul", { class: "found" }, ...found.map((each) => line(each, place))),
    since ? element("p", { class: "says" }, element("em", { class: "since" }, sinceWord(since.kind)), ` ${say("since the last print: {says}", { says: since.says.join("; ") })}`) : "",
    element("dl", {}, ...rows.flat()),
    element(
      "div",
      { class: "row" },
      element("button", { onclick: () => step(-1), title: say("Previous card (left)") }, say("Previous")),
      element("button", { onclick: () => step(1), title: say("Next card (right)") }, say("Next")),
      onCard ? element("button", { id: "design", onclick: () => design(true), title: say("Move and size what is on the card, edit its template and the looks of the game") }, say("Design")) : "",
    ),
  );
}

export function step(by) {
  const cards = shownCards();
  const at = cards.findIndex((card) => card.key === current?.key && card.id === current?.id);
  const next = cards[(at + by + cards.length) % cards.length];
  if (next) enlarge(next, current.place);
}

// The card as it is worked on, or as it is looked at.
function design(isOn) {
  dialog.classList.toggle("designing", isOn);
  if (isOn) return onCard.open(current);
  onCard.close();
  refresh();
  facts.querySelector("#design")?.focus();
}

export function isOpen() {
  return dialog.open;
}

dialog.addEventListener("keydown", (event) => {
  if (onCard?.isOpen && event.key.startsWith("Arrow")) event.stopPropagation(); // they are the card's own
});
dialog.addEventListener("cancel", (event) => {
  if (!onCard?.isOpen) return;
  event.preventDefault();
  design(false);
});
dialog.addEventListener("close", () => {
  if (onCard?.isOpen) design(false);
  if (current) viewOf(current.key, current.id)?.element.focus({ preventScroll: false });
  current = null;
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
addEventListener("resize", refresh);

// A place that a click copies, and opens in the editor; `short` shows the line alone.
export function placeButton(at, place, short = false) {
  const shown = short ? (/:\d+/.exec(at)?.[0] ?? at) : at;
  return at ? element("button", { class: "place", onclick: () => place(at), title: say("Copy {at}, and open it in the editor", { at }) }, shown) : "";
}

// A link to what a code means, in a page of its own, which stays the same for all of them.
export function explanation(code) {
  const title = say("What {code} means, and how to mend it", { code });
  return element("a", { class: "code", href: `/findings#${code}`, target: "cardgen-findings", title }, code);
}

export function line(found, place, ...more) {
  const words = element("div", {}, element("p", {}, found.what));
  if (found.remedy) words.append(element("p", { class: "remedy" }, found.remedy));
  const foot = element("p", { class: "foot" }, placeButton(found.at, place), ...more);
  for (const also of found.also ?? []) foot.append(placeButton(also, place));
  if (found.check && found.check !== found.code) foot.append(element("small", {}, found.check));
  if (found.code) foot.append(explanation(found.code));
  words.append(foot);
  return element("li", { class: found.severity ?? "error" }, words);
}
