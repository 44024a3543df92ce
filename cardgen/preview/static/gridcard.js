// The card beside the table: its sides as they are, and while somebody types as they would be.

import { element, shaped, shapeIn, Side, titleOf } from "./cards.js";
import { placeButton } from "./findings.js";
import { foundOn, about, store } from "./store.js";
import { plural, say } from "./language.js";

const PAUSE = 180; // milliseconds without a key after which a trial is asked for
const NARROW = 900;
let trials = 0;

export class CardBeside {
  constructor(goTo) {
    this.goTo = goTo;
    this.face = new Side("face");
    this.back = new Side("back");
    this.sides = element("div", { class: "sides" }, this.face.element, this.back.element);
    this.title = element("h2");
    this.about = element("p", { class: "about-card" });
    this.state = element("p", { class: "trial", hidden: true });
    this.found = element("ul", { class: "found" });
    this.element = element("aside", { class: "beside", "aria-label": say("The card") }, this.sides, element("div", { class: "facts-of-card" }, this.title, this.about, this.state, this.found));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  show(key, id) {
    if (this.key === key && this.id === id) return this.draw();
    Object.assign(this, { key, id });
    this.forget();
    this.draw();
  }

  get card() {
    return store.decks.get(this.key)?.cards[this.id];
  }

  draw() {
    const { card } = this;
    const deck = store.decks.get(this.key);
    this.element.classList.toggle("empty", !card);
    if (!card || !deck) return;
    const shape = shapeIn(deck, card.id);
    shaped(this.sides, shape);
    this.fit(shape, card.back ? 2 : 1);
    const names = this.trial ?? card;
    for (const [side, name] of [[this.face, names.face], [this.back, names.back]]) {
      side.shape(shape);
      side.show(name);
      side.element.hidden = side === this.back && !name;
    }
    const found = this.trial ? this.trial.problems.map((problem) => ({ severity: "error", ...problem })) : foundOn(this.key, card);
    this.face.mark(found.filter((each) => each.side !== "back"));
    this.back.mark(found.filter((each) => each.side === "back"));
    this.title.textContent = titleOf(card);
    this.about.replaceChildren(`${card.id} · ${plural(card.copies, "{count} copy", "{count} copies")} `, placeOf(card.at, this.goTo));
    this.state.hidden = !this.trial && !this.refused;
    this.state.textContent = this.refused ?? say("not saved yet");
    this.state.classList.toggle("wrong", Boolean(this.refused));
    const rows = found.slice(0, 3).map((each) => element("li", { class: each.severity }, each.what, each.remedy ? element("span", { class: "remedy" }, ` ${each.remedy}`) : ""));
    this.found.replaceChildren(...rows);
  }

  fit(shape, count) {
    const isAbove = innerWidth < NARROW;
    const room = { width: this.element.clientWidth - 32, height: isAbove ? 168 : (this.element.clientHeight - 230) / count };
    const across = isAbove ? Math.min(room.width * 0.62, 240) / count : room.width;
    const mm = Math.max(0.6, Math.min(across / (shape.width + 2), room.height / (shape.height + 3), 4.6));
    this.sides.style.setProperty("--mm", mm);
  }

  // Shows what a card would look like that said these values; nothing is written.
  try(values) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.ask(values), PAUSE);
  }

  async ask(values) {
    const { key, id } = this;
    const number = ++trials;
    try {
      const answer = await fetch("/edit/trial", {
        method: "POST",
        headers: { "content-type": "application/json", "x-cardgen-token": about.token },
        body: JSON.stringify({ deck: key, card: id, values }),
      });
      const tried = await answer.json();
      if (number !== trials || this.key !== key || this.id !== id) return;
      this.refused = tried.finding?.what;
      if (!tried.finding) this.trial = { face: kept(tried.face), back: kept(tried.back), problems: tried.problems };
    } catch {
      return; // the server is gone, which the page says elsewhere
    }
    this.draw();
  }

  // Back to what the files say.
  forget() {
    clearTimeout(this.waiting);
    trials++;
    this.trial = this.refused = undefined;
  }
}

// A place by the name of its file, without the folders before it.
export function placeOf(at, goTo) {
  const button = placeButton(at, goTo);
  if (at) button.textContent = at.split(/[/\\]/).at(-1);
  return button;
}

// A side that was tried is a picture among the others, under a name that no other has.
let last = 0;
function kept(svg) {
  if (!svg) return "";
  const name = `trial-${++last}`;
  store.pictures.set(name, svg);
  store.pictures.delete(`trial-${last - 8}`);
  return name;
}
