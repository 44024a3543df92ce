// A card enlarged: both sides, what it says and where, what was found on it.

import { element, shaped, shapeIn, Side, sinceWord, titleOf } from "./cards.js";
import { shownCards, viewOf } from "./board.js";
import { edit } from "./edits.js";
import { line, placeButton } from "./findings.js";
import { isFocusFree, keepingFocus } from "./focus.js";
import { plural, say } from "./language.js";
import { OnCard } from "./oncard.js";
import { about, foundOn, store } from "./store.js";

const dialog = document.getElementById("large");
const [sides, facts] = [dialog.querySelector(".sides"), dialog.querySelector(".facts")];
const [face, back] = [new Side("face"), new Side("back")];
sides.append(face.element, back.element);
let current = null;
let noteTyped = { card: "", text: "" }; // what stands in the line for a note, which is drawn anew with the card
let opener = null; // what has the focus again once it is closed
const onCard = about.makes ? new OnCard({ placeButton: (at, short) => placeButton(at, current?.place, short), leave: () => design(false) }) : null;
if (onCard) dialog.append(onCard.element);

export function enlarge(card, place) {
  if (!card?.record) return;
  current = { key: card.key, id: card.id, place };
  if (!dialog.open) {
    opener = document.activeElement;
    dialog.showModal();
  }
  refresh();
}

export function refresh() {
  if (!current || !dialog.open) return;
  const { key, id, place } = current;
  const deck = store.decks.get(key);
  const card = deck?.cards[id];
  if (!card) return dialog.close();
  if (onCard?.isOpen) return;
  const shape = shapeIn(deck, id);
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
  const found = foundOn(key, card).map((each, number) => ({ game: deck.game, deck: deck.deck, card: id, ...each, number }));
  face.mark(found.filter((each) => each.side !== "back"));
  back.mark(found.filter((each) => each.side === "back"));
  const since = store.since[key]?.[id];
  const rows = Object.entries(card.fields).map(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, Array.isArray(value) ? value.join(", ") : String(value), card.where[name] ? placeButton(card.where[name], place, true) : ""),
  ]);
  keepingFocus(facts, () => facts.replaceChildren(
    element("h2", {}, titleOf(card)),
    element("p", {}, `${deck.head.title} · ${card.id} · ${plural(card.copies, "{count} copy", "{count} copies")} `, placeButton(card.at, place)),
    element("ul", { class: "found", "aria-label": say("Findings") }, ...found.map((each) => withSpot(line(each, place), each))),
    since ? element("p", { class: "says" }, element("em", { class: "since" }, sinceWord(since.kind)), ` ${say("since the last print: {says}", { says: since.says.join("; ") })}`) : "",
    element("dl", {}, ...rows.flat()),
    about.edits ? noteForm(key, id) : "",
    element(
      "div",
      { class: "row" },
      element("button", { onclick: () => step(-1), title: say("Previous card (left)") }, say("Previous")),
      element("button", { onclick: () => step(1), title: say("Next card (right)") }, say("Next")),
      onCard ? element("button", { id: "design", onclick: () => design(true), title: say("Move and size what is on the card, edit its template and the looks of the game (d)") }, say("Design")) : "",
    ),
  ));
}

// Where one writes down what was said of the card while it was played.
function noteForm(key, id) {
  if (noteTyped.card !== `${key}/${id}`) noteTyped = { card: `${key}/${id}`, text: "" };
  const text = element("input", { value: noteTyped.text, oninput: () => (noteTyped.text = text.value), type: "text", maxlength: 400, id: "note-text", "aria-label": say("What was said of it while playing"), placeholder: say("What was said of it while playing") });
  const keep = async (event) => {
    event.preventDefault();
    const words = text.value.trim();
    if (!words) return;
    const answer = await edit([{ do: "note", deck: key, card: id, text: words }]);
    if (answer.done) text.value = noteTyped.text = "";
  };
  return element("form", { class: "note", onsubmit: keep }, text, element("button", {}, say("Note it")));
}

// A row whose spot on the card is marked while it is pointed at.
function withSpot(row, { spot, number }) {
  if (!spot) return row;
  const box = () => sides.querySelector(`rect[data-number="${number}"]`);
  const mark = (on) => box()?.classList.toggle("here", on);
  for (const [event, on] of [["pointerenter", true], ["pointerleave", false], ["focusin", true], ["focusout", false]]) row.addEventListener(event, () => mark(on));
  row.dataset.number = number;
  return row;
}

// A click on what is marked leads to what was found there.
sides.addEventListener("click", ({ target }) => {
  const row = facts.querySelector(`li[data-number="${target.dataset?.number}"]`);
  if (!row) return;
  row.scrollIntoView({ block: "nearest" });
  row.classList.remove("pointed");
  requestAnimationFrame(() => row.classList.add("pointed"));
});

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
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.matches("input, select, textarea");
  if (onCard && !onCard.isOpen && isPlain && event.key === "d") design(true);
});
dialog.addEventListener("cancel", (event) => {
  if (!onCard?.isOpen) return;
  event.preventDefault();
  design(false);
});
dialog.addEventListener("close", () => {
  if (dialog.open) return; // again, before this was told
  if (onCard?.isOpen) design(false);
  const isFree = isFocusFree() || (document.activeElement === opener && opener.matches(".card")); // of a card that was stepped on from
  if (current && isFree) viewOf(current.key, current.id)?.element.focus({ preventScroll: false });
  current = null;
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
addEventListener("resize", refresh);
