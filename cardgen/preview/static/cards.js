// One card on the page: its two sides, its lines, its caption. The picture is the very SVG that prints, in a shadow tree of its own.

import { phrase, plural, say } from "./language.js";
import { foundOn, store } from "./store.js";

const SVG = "http://www.w3.org/2000/svg";
const PATIENCE = 150; // milliseconds that an old picture waits for the art of the new one
const base = new CSSStyleSheet();
base.replaceSync(`
  :host { all: initial; color-scheme: light; color: #000; }
  svg { position: absolute; left: calc(var(--bleed) * var(--mm) * 1px); top: calc(var(--bleed) * var(--mm) * 1px);
    width: calc(var(--w) * var(--mm) * 1px); height: calc(var(--h) * var(--mm) * 1px); overflow: visible; }
  svg.next { visibility: hidden; }
`);

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const SINCE = { new: phrase("new"), changed: phrase("changed") }; // how a card differs from its last print
export const sinceWord = (kind) => say(SINCE[kind] ?? kind);

const address = (image) => image.getAttribute("href");
let plate = ""; // whose film is shown

// Art is a picture, which the colours of the page do not reach: it comes with that of the plate in it.
function asFilm(tree) {
  for (const image of tree.querySelectorAll("image[href]")) {
    const [art] = address(image).split("?");
    const wanted = plate ? `${art}?plate=${plate}` : art;
    if (wanted !== address(image)) image.setAttribute("href", wanted);
  }
}

// Art as the film of a plate, by the name of its colour, or as it is.
export function showFilm(name) {
  plate = name;
  document.querySelectorAll(".picture").forEach((host) => host.shadowRoot && asFilm(host.shadowRoot));
}

// A side: a box as large as the trim, with the picture in it that reaches into the bleed, and the lines above it.
export class Side {
  constructor(kind) {
    this.kind = kind;
    this.element = element("div", { class: `side ${kind}` });
    this.host = element("div", { class: "picture" });
    this.lines = document.createElementNS(SVG, "svg");
    this.lines.classList.add("lines");
    this.element.append(this.host, this.lines);
    this.shadow = this.host.attachShadow({ mode: "open" });
    this.shadow.adoptedStyleSheets = [base];
    this.name = null;
  }

  // Shows a picture by name. The one before it stays until the art of the new one is there.
  async show(name) {
    if (name === this.name) return false;
    this.name = name;
    const text = store.pictures.get(name);
    this.element.classList.toggle("blank", !text);
    const before = [...this.shadow.children];
    if (!text) {
      this.shadow.replaceChildren();
      return false;
    }
    const svg = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
    for (const styled of [svg, ...svg.querySelectorAll("[data-style]")]) {
      if (styled.dataset.style) styled.style.cssText = styled.dataset.style;
    }
    asFilm(svg);
    const sheets = [base];
    if (svg.dataset.sheet) {
      const own = new CSSStyleSheet();
      own.replaceSync(svg.dataset.sheet);
      sheets.push(own);
    }
    if (before.length) {
      svg.classList.add("next");
      this.shadow.append(svg);
      const there = new Set([...before[0].querySelectorAll("image")].map(address));
      const fresh = [...svg.querySelectorAll("image")].filter((image) => !there.has(address(image)));
      const images = fresh.map((image) => image.decode?.().catch(() => {}));
      if (images.length) await Promise.race([Promise.all(images), new Promise((done) => setTimeout(done, PATIENCE))]);
      if (this.name !== name) {
        svg.remove();
        return false;
      }
      svg.classList.remove("next");
    }
    this.shadow.adoptedStyleSheets = sheets;
    this.shadow.replaceChildren(svg);
    return true;
  }

  shape(shape) {
    const { width, height, bleed } = shape;
    const behind = this.kind === "back" ? shape.behind : undefined; // an outline is another one from there
    const { lines } = behind ?? shape;
    for (const name of ["trim", "bleed"]) {
      if (behind) this.element.style.setProperty(`--clip-${name}`, behind.clips[name]);
      else this.element.style.removeProperty(`--clip-${name}`);
    }
    this.lines.setAttribute("viewBox", `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`);
    this.lines.replaceChildren(
      ...["bleed", "trim", "safe"].flatMap((kind) =>
        [`${kind} under`, kind].map((name) => { // a pale line below each, for the dark grounds of cards
          const path = document.createElementNS(SVG, "path");
          path.setAttribute("class", name);
          path.setAttribute("d", lines[kind]);
          return path;
        }),
      ),
    );
  }

  // Marks what was found at a spot: a box in millimetres from the upper left corner of the trim.
  mark(found) {
    this.lines.querySelectorAll("rect").forEach((old) => old.remove());
    for (const { spot, severity, number } of found.filter((each) => each.spot)) {
      const box = document.createElementNS(SVG, "rect");
      ["x", "y", "width", "height"].forEach((name, i) => box.setAttribute(name, spot[i]));
      box.setAttribute("class", severity);
      if (number !== undefined) box.dataset.number = number;
      this.lines.append(box);
    }
  }
}

export function shaped(target, shape) {
  const values = { w: shape.width, h: shape.height, bleed: shape.bleed, "clip-trim": shape.clips.trim, "clip-bleed": shape.clips.bleed };
  for (const [name, value] of Object.entries(values)) target.style.setProperty(`--${name}`, value);
  target.dataset.kind = shape.kind;
}

// What a card is cut to: as its deck, unless it says a size of its own.
export const shapeIn = (deck, id) => deck.cards[id]?.shape ?? deck.head.shape;

export function titleOf(card) {
  const name = card.fields.name ?? card.fields.title;
  return typeof name === "string" && name ? name : card.id;
}

const near = new IntersectionObserver((seen) => seen.forEach((each) => each.isIntersecting && each.target.card?.awake()), {
  rootMargin: "800px",
});

export class CardView {
  constructor(key, id) {
    this.key = key;
    this.id = id;
    this.flipped = false;
    this.face = new Side("face");
    this.back = new Side("back");
    this.name = element("b");
    this.small = element("span");
    this.since = element("em", { class: "since", hidden: true });
    this.badge = element("strong", { class: "badge", hidden: true, title: say("What was found on this card") });
    this.both = element("div", { class: "both", "data-none": say("no back") }, this.face.element, this.back.element);
    this.element = element(
      "div",
      { class: "card", tabindex: "0", "data-key": `${key}/${id}`, role: "button" },
      this.both,
      element("footer", {}, this.name, this.since, this.badge, this.small),
    );
    this.element.card = this;
    this.isAwake = false;
    near.observe(this.element);
  }

  get deck() {
    return store.decks.get(this.key);
  }

  get record() {
    return this.deck?.cards[this.id];
  }

  awake() {
    this.isAwake = true;
    near.unobserve(this.element);
    this.update();
  }

  // Brings the card up to date; whether its picture is another one now.
  async update() {
    const { record, deck } = this;
    if (!record) return false;
    const cut = shapeIn(deck, record.id);
    const shape = JSON.stringify(cut);
    if (this.shape !== shape) {
      this.shape = shape;
      shaped(this.element, cut);
      this.face.shape(cut);
      this.back.shape(cut);
    }
    this.name.textContent = this.name.title = titleOf(record);
    const about = [record.id === titleOf(record) ? "" : record.id, record.part ? `${record.part}/${record.parts}` : "", record.copies === 1 ? "" : `×${record.copies}`];
    this.small.textContent = about.filter(Boolean).join(" ");
    this.element.classList.toggle("backless", !record.back);
    this.tell();
    if (!this.isAwake) return false;
    const [face, back] = await Promise.all([this.face.show(record.face), this.back.show(record.back)]);
    return this.flipped ? back : face;
  }

  labelWith(count) {
    const said = [titleOf(this.record), this.record.id];
    if (count) said.push(plural(count, "{count} finding", "{count} findings"));
    return said.join(", ");
  }

  tell() {
    const found = this.record ? foundOn(this.key, this.record) : [];
    const since = store.since[this.key]?.[this.id];
    this.since.hidden = !since;
    this.since.textContent = since ? sinceWord(since.kind) : "";
    this.since.title = since ? [say("Since the last print:"), ...since.says].join("\n") : "";
    const worst = ["error", "warning", "note"].find((severity) => found.some((each) => each.severity === severity));
    this.badge.hidden = !found.length;
    this.badge.textContent = found.length;
    this.badge.title = found.map((each) => each.what).join("\n");
    this.badge.dataset.severity = worst ?? "";
    this.element.dataset.found = worst ?? "";
    if (this.record) this.element.setAttribute("aria-label", this.labelWith(found.length));
    for (const side of [this.face, this.back]) {
      side.mark(found.filter((each) => (each.side === "back") === (side === this.back)));
    }
  }

  flip(to = !this.flipped, animate = true) {
    if (to === this.flipped) return;
    const turn = () => {
      this.flipped = to;
      this.element.classList.toggle("flipped", to);
    };
    if (!animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return turn();
    const half = { duration: 110, easing: "ease-in" };
    this.both.animate([{ transform: "none" }, { transform: "scaleX(0)" }], half).onfinish = () => {
      turn();
      this.both.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 110, easing: "ease-out" });
    };
  }

  glow() {
    this.both.animate([{ filter: "drop-shadow(0 0 14px #F08A24)" }, { filter: "none" }], { duration: 1200, easing: "ease-out" });
  }

  remove() {
    near.unobserve(this.element);
    this.element.remove();
  }
}
