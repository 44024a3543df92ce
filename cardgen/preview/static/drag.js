// Dragging by mouse, pen and touch: what is taken, what follows the pointer, and over what it is let go.

import { element } from "./cards.js";
import { CardFace } from "./tableview.js";

const SLACK = 6; // pixels that a press may move and still be a click
const LONG = 450; // milliseconds after which a touch takes the whole pile

// `host` says what lies where, and is told what was chosen and dropped.
export function drags(host) {
  let drag = null;

  function source(target) {
    const thing = target.closest(".thing");
    if (thing) {
      const id = thing.dataset.thing;
      const index = Number(target.closest("[data-index]")?.dataset.index);
      return { element: thing, from: { pile: id }, thing: host.thing(id), index };
    }
    const card = target.closest(".held-card");
    return card && { element: card, from: { hand: host.hand() }, index: Number(card.dataset.index) };
  }

  // The cards that a press takes: those that are chosen if it is on one of them, else the one, or the whole pile.
  function takes({ from, thing, index }, whole) {
    if (thing && thing.kind !== "pile") return [];
    const all = host.cardsAt(from).map((_, at) => at);
    if (whole || thing?.board) return all;
    const chosen = host.chosen();
    const sameHand = from.hand !== undefined && chosen?.hand === from.hand;
    if (sameHand && chosen.cards.includes(index)) return [...chosen.cards].sort((a, b) => a - b);
    return [Number.isInteger(index) ? index : all.length - 1];
  }

  function down(event) {
    if (drag || event.button > 0 || !event.isPrimary || event.target.closest("button[data-by]")) return;
    const found = source(event.target);
    if (!found) return;
    const whole = event.shiftKey || event.target.closest("[data-whole]") !== null;
    drag = { ...found, start: [event.clientX, event.clientY], pointer: event.pointerId, whole, ghost: null, add: event.ctrlKey || event.metaKey };
    if (event.pointerType !== "mouse" && found.thing?.kind === "pile") {
      drag.long = setTimeout(() => {
        if (!drag || drag.ghost) return;
        drag.whole = true;
        lift(...drag.start);
        navigator.vibrate?.(15);
      }, LONG);
    }
  }

  function lift(x, y) {
    clearTimeout(drag.long);
    host.lifted();
    drag.cards = takes(drag, drag.whole);
    drag.element.setPointerCapture?.(drag.pointer);
    drag.element.classList.add("carried");
    const ghost = element("div", { class: "ghost", "aria-hidden": "true" });
    const cards = host.cardsAt(drag.from);
    const top = drag.cards.length ? cards[drag.cards.at(-1)] : null;
    if (top) {
      const face = new CardFace();
      face.element.style.setProperty("--mm", drag.from.hand === undefined ? host.scale() : host.handScale());
      face.show(top.c, top.up || drag.from.hand !== undefined);
      ghost.append(face.element);
      if (drag.cards.length > 1) ghost.append(element("span", { class: "count" }, String(drag.cards.length)));
    } else {
      ghost.append(element("div", { class: "plain" }, drag.thing.name ?? drag.thing.text ?? `d${drag.thing.sides}`));
    }
    document.body.append(ghost);
    drag.ghost = ghost;
    follow(x, y);
  }

  function follow(x, y) {
    const { ghost } = drag;
    ghost.style.translate = `${x - ghost.offsetWidth / 2}px ${y - ghost.offsetHeight / 2}px`;
    const over = below(x, y);
    for (const marked of document.querySelectorAll(".target")) marked.classList.remove("target");
    over.element?.classList.add("target");
  }

  // Over what a point is: a seat, the hand, a thing, or the table itself.
  function below(x, y) {
    const at = document.elementsFromPoint(x, y);
    const find = (selector) => at.map((each) => each.closest(selector)).find(Boolean);
    const seat = find("[data-seat]");
    if (seat) return { seat: Number(seat.dataset.seat), element: seat };
    if (find("#dock")) {
      const cards = [...document.querySelectorAll(".held-card")];
      const index = cards.filter((card) => card.getBoundingClientRect().x + 12 < x).length;
      return { hand: true, index, element: document.getElementById("held") };
    }
    if (!find("#felt")) return {};
    const thing = at.map((each) => each.closest(".thing")).find((each) => each && each !== drag.element && each.dataset.kind === "pile" && !each.matches(".board"));
    return { felt: true, thing: thing?.dataset.thing, element: drag.cards?.length && thing ? thing : document.getElementById("felt") };
  }

  function move(event) {
    if (event.pointerId !== drag?.pointer) return;
    const [x, y] = [event.clientX, event.clientY];
    if (!drag.ghost) {
      if (Math.hypot(x - drag.start[0], y - drag.start[1]) < SLACK) return;
      lift(x, y);
    }
    event.preventDefault();
    follow(x, y);
  }

  function end(event, cancelled) {
    if (event.pointerId !== drag?.pointer) return;
    const done = drag;
    const [x, y] = [event.clientX, event.clientY];
    const over = done.ghost && !cancelled ? below(x, y) : null;
    clearTimeout(done.long);
    done.ghost?.remove();
    done.element.classList.remove("carried");
    for (const marked of document.querySelectorAll(".target")) marked.classList.remove("target");
    drag = null;
    if (over) host.dropped({ from: done.from, cards: done.cards, isThing: done.from.pile !== undefined, over, at: [x, y] });
    else if (!done.ghost && !cancelled) click(done);
  }

  function click({ from, index, thing, add, element: pressed }) {
    const chosen = host.chosen();
    const samePlace = chosen && (from.hand !== undefined ? chosen.hand === from.hand : chosen.pile === from.pile);
    if (from.hand !== undefined && add && samePlace) {
      const cards = chosen.cards.includes(index) ? chosen.cards.filter((each) => each !== index) : [...chosen.cards, index];
      return host.choose(cards.length ? { ...from, cards } : null);
    }
    if (document.activeElement !== pressed) pressed.focus({ preventScroll: true });
    const top = host.cardsAt(from).length - 1;
    const cards = thing && thing.kind !== "pile" ? [] : [Number.isInteger(index) ? index : top];
    host.choose({ ...from, cards });
  }

  host.room.addEventListener("pointerdown", down);
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", (event) => end(event, false));
  addEventListener("pointercancel", (event) => end(event, true));
  // a press may not begin the browser's own drag or choose text, and does not move the focus before the click does
  host.room.addEventListener("dragstart", (event) => event.preventDefault());
  host.room.addEventListener("mousedown", (event) => event.target.closest(".thing, .held-card") && !event.target.closest("button") && event.preventDefault());
  host.room.addEventListener("contextmenu", (event) => event.target.closest(".thing, .held-card") && event.preventDefault());
  host.room.addEventListener("dblclick", (event) => event.target.closest("[data-index]") && !event.target.closest("[data-whole]") && host.closer());
  host.room.addEventListener("click", (event) => {
    const counter = event.target.closest("button[data-by]");
    if (counter) host.count(counter.closest(".thing").dataset.thing, Number(counter.dataset.by));
  });
}
