// On the card: a card enlarged to be worked on. A click names what lies there and its line, boxes tell how full they are, things are dragged
// and sized by the numbers of their template, and beside them stand the template's text and the looks of the game.

import { element, shapeIn } from "./cards.js";
import { canBring, ownTemplate } from "./bring.js";
import { edit } from "./edits.js";
import { keepingFocus } from "./focus.js";
import { phrase, say } from "./language.js";
import { CodePane } from "./oncard-code.js";
import { LooksPane } from "./oncard-looks.js";
import { fullnessOf, isOverfull, Stage } from "./oncard-stage.js";
import { about, store } from "./store.js";

const SOON = 60; // milliseconds until what the server told is asked for
const TABS = [["thing", phrase("On the card")], ["code", phrase("Template")], ["looks", phrase("Looks")]];
const NAMES = { width: phrase("width"), height: phrase("height"), size: phrase("size"), r: phrase("radius"), rx: phrase("radius x"), ry: phrase("radius y"), cx: "x", cy: "y" };
const PARTS = { text: phrase("text of the stack"), picture: phrase("picture of the stack"), shape: phrase("rule or frame of the stack") };
const nameOf = (key) => (key in NAMES && NAMES[key].length > 1 ? say(NAMES[key]) : (NAMES[key] ?? key));
const round = (value, digits = 2) => Number(Number(value).toFixed(digits));

export async function asked(path, question) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-cardgen-token": about.token },
    body: JSON.stringify(question),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

export class OnCard {
  // `placeButton(at)` is a place that a click copies and opens; `leave` goes back to the card as it was.
  constructor({ placeButton, leave }) {
    this.placeButton = (at) => {
      const button = placeButton(at);
      if (at) button.textContent = at.replace(/^.*[/\\](?=[^/\\]*$)/, ""); // its title has all of it
      return button;
    };
    this.leave = leave;
    this.isOpen = false;
    this.sideName = "face";
    this.tab = "thing";
    this.tickets = 0;
    this.stage = new Stage({
        select: (thing) => this.select(thing),
        write: (thing, change) => this.write(thing, change),
        changing: (thing, change, bounds) => this.drawChange(thing, change, bounds),
        again: () => this.load(),
    });
    this.code = new CodePane(this);
    this.looks = new LooksPane(this);
    this.element = this.build();
    addEventListener("beforeunload", (event) => Object.keys(this.code.drafts()).length && event.preventDefault());
    for (const kind of ["deck", "looked"]) store.addEventListener(kind, () => this.soon());
  }

  build() {
    this.title = element("h2", {});
    this.sides = element("div", { class: "group", role: "group", "aria-label": say("Side of the card") });
    this.boxes = element("button", { "aria-pressed": "true", title: say("Frames around texts, stacks, panels, pictures and named objects"), onclick: () => this.toggleBoxes() }, say("Frames"));
    const zoom = (by) => () => this.zoomBy(by);
    this.bar = element(
      "header",
      { class: "oncard-bar" },
      element("button", { class: "leave", onclick: () => this.leave(), title: say("Back to the card (Esc)") }, say("Done")),
      this.title,
      this.sides,
      this.boxes,
      element("div", { class: "group", role: "group", "aria-label": say("Zoom") },
        element("button", { onclick: zoom(1 / 1.3), "aria-label": say("Smaller") }, "−"),
        element("button", { onclick: zoom(1.3), "aria-label": say("Larger") }, "+")),
    );
    this.tabs = element("div", { class: "modes", role: "tablist", "aria-label": say("What is worked on") });
    this.panes = {
      thing: element("div", { class: "pane", role: "tabpanel", id: "oncard-thing" }),
      code: element("div", { class: "pane code", role: "tabpanel", id: "oncard-code" }, this.code.element),
      looks: element("div", { class: "pane", role: "tabpanel", id: "oncard-looks" }, this.looks.element),
    };
    for (const [name, words] of TABS) {
      this.tabs.append(element("button", { role: "tab", "data-tab": name, "aria-controls": `oncard-${name}`, onclick: () => this.turn(name) }, say(words)));
    }
    this.tabs.addEventListener("keydown", (event) => this.alongTabs(event));
    this.problems = element("ul", { class: "found", "aria-live": "polite" });
    this.chosen = element("div", { class: "picked" });
    this.list = element("ul", { class: "things", "aria-label": say("Boxes on this side") });
    this.panes.thing.append(this.chosen, this.problems, element("h3", {}, say("Boxes on this side")), this.list);
    return element("div", { class: "oncard", hidden: true }, this.bar, element("div", { class: "oncard-body" }, this.stage.element, element("aside", { class: "oncard-side", "aria-label": say("What is worked on") }, this.tabs, ...Object.values(this.panes))));
  }

  open(card) {
    const isOther = this.card?.key !== card.key || this.card?.id !== card.id;
    this.card = card;
    if (isOther) {
      this.stage.selected = null;
      this.stage.found = [];
      this.sideName = "face";
    }
    this.isOpen = true;
    this.element.hidden = false;
    this.turn(this.tab);
    this.load();
    this.stage.pad.focus({ preventScroll: true });
  }

  close() {
    this.stage.settle();
    this.isOpen = false;
    this.element.hidden = true;
  }

  get record() {
    return store.decks.get(this.card?.key)?.cards[this.card?.id];
  }

  soon() {
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), SOON);
  }

  // Asks for the card with where everything on it comes from; with drafts of templates, as they are being typed.
  async load() {
    if (!this.isOpen || !this.card) return;
    await this.busy(() => this.loadNow());
  }

  // Says that something is under way as long as it is.
  async busy(work) {
    this.works = (this.works ?? 0) + 1;
    this.element.setAttribute("aria-busy", "true");
    try {
      return await work();
    } finally {
      if (!--this.works) this.element.removeAttribute("aria-busy");
    }
  }

  async loadNow() {
    const ticket = ++this.tickets;
    let told;
    try {
      told = await asked("/design", { deck: this.card.key, card: this.card.id, drafts: this.code.drafts() });
    } catch {
      return;
    }
    if (ticket !== this.tickets || !this.isOpen) return;
    if (this.stage.drag) return this.soon(); // nothing is drawn anew under a hand that drags
    this.told = told;
    this.code.tell(told);
    this.looks.tell();
    await this.draw();
  }

  async draw() {
    const { told } = this;
    const deck = store.decks.get(this.card.key);
    if (!deck) return;
    this.title.textContent = String(this.record?.fields.name ?? this.record?.fields.title ?? this.card.id);
    const names = Object.keys(told.sides);
    if (names.length && !names.includes(this.sideName)) this.sideName = names[0];
    const words = { face: say("Face"), back: say("Back") };
    keepingFocus(this.sides, () => this.sides.replaceChildren(...names.map((name) => element("button", { "aria-pressed": String(name === this.sideName), onclick: () => this.turnTo(name) }, words[name]))));
    this.sides.hidden = names.length < 2;
    const side = told.sides[this.sideName];
    const { key, id } = this.card;
    if (side?.svg) await this.stage.show(side, shapeIn(deck, id), `${key}/${id}/${this.sideName}`);
    else this.stage.lack(`${key}/${id}/${this.sideName}`);
    keepingFocus(this.problems, () => this.problems.replaceChildren(...told.problems.map((problem) => this.problem(problem))));
    this.drawList();
    if (!this.stage.selected) this.select(null);
    this.element.dataset.drawn = Number(this.element.dataset.drawn ?? 0) + 1;
  }

  problem({ what, remedy, at }) {
    const place = this.placeButton(at);
    const line = this.code.placeIn(at);
    if (line.file) place.addEventListener("click", () => (this.turn("code"), this.code.goTo(line)));
    return element("li", { class: "error" }, element("p", {}, what), element("p", { class: "remedy" }, remedy), element("p", { class: "foot" }, place));
  }

  turnTo(side) {
    this.sideName = side;
    this.stage.selected = null;
    this.draw();
  }

  toggleBoxes() {
    this.stage.boxesShown = !this.stage.boxesShown;
    this.boxes.setAttribute("aria-pressed", String(this.stage.boxesShown));
    this.stage.draw();
  }

  zoomBy(by) {
    this.stage.zoom = Math.min(6, Math.max(1, this.stage.zoom * by));
    this.stage.fit();
  }

  turn(name) {
    this.tab = name;
    for (const tab of this.tabs.children) {
      tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
      tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
    }
    for (const [other, pane] of Object.entries(this.panes)) pane.hidden = other !== name;
    this.element.dataset.tab = name;
    if (name === "code") this.code.show(this.stage.selected);
    if (name === "looks") this.looks.show();
  }

  alongTabs(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = TABS.findIndex(([name]) => name === this.tab);
    this.turn(TABS[(at + by + TABS.length) % TABS.length][0]);
    this.tabs.querySelector("[aria-selected=true]").focus();
  }

  // -- the thing that is chosen -------------------------------------------------------------------------------------------------------------

  select(thing) {
    this.drawChosen();
    this.drawList();
    if (this.tab === "code" && thing) this.code.reveal(thing);
  }

  drawChosen() {
    keepingFocus(this.chosen, () => this.layChosen());
  }

  layChosen() {
    const thing = this.stage.selected;
    if (!thing) {
      const own = this.ownButton();
      const shipped = own ? element("p", { class: "why" }, say("A template that comes with cardgen draws this side: nothing of it can be moved."), " ", own) : "";
      this.chosen.replaceChildren(shipped, element("p", { class: "hint" }, say("A click on anything names it, as Page Down and Page Up do one after the other. Drag it, or push it with the arrow keys: 0.1 mm, with Shift 1 mm. Alt lets go of the snapping.")));
      return;
    }
    const others = this.stage.found?.filter((other) => other !== thing) ?? [];
    this.chosen.replaceChildren(
      element("h3", {}, this.nameOf(thing)),
      element("p", { class: "foot" }, thing.place ? this.placeButton(thing.place) : thing.template ? element("span", {}, `${thing.template}:${thing.line}`) : "",
        thing.file ? element("button", { class: "place", onclick: () => this.turn("code") }, say("in the template")) : ""),
      this.fieldLine(thing),
      this.reason(thing),
      thing.used !== undefined ? this.fullness(thing) : "",
      this.numbers(thing),
      others.length ? element("div", { class: "below" }, element("span", {}, say("Also here:")), ...others.slice(0, 8).map((other) => element("button", { class: "chip", onclick: () => this.stage.choose(other) }, this.nameOf(other)))) : "",
    );
  }

  nameOf(thing) {
    const own = thing.label || (thing.id && thing.id !== thing.label ? `#${thing.id}` : "");
    const shows = thing.kind === "call" ? thing.shows || "" : "";
    const short = shows.length > 34 ? `${shows.slice(0, 32)}…` : shows;
    if (thing.kind === "part") return `${thing.number}. ${say(PARTS[thing.name])}`;
    return [thing.kind === "call" ? `${thing.name}(${short})` : `<${thing.name}>`, own].filter(Boolean).join(" ");
  }

  fieldLine(thing) {
    const { record } = this;
    if (!thing.field || !record) return "";
    const at = record.where[thing.field];
    return element("p", { class: "foot" }, say("It shows the field {field}.", { field: thing.field }), " ", at ? this.placeButton(at) : "");
  }

  reason(thing) {
    const why = thing.why ?? {};
    const words = {
      bundled: say("The games that come with cardgen stay as they are."),
      shipped: say("A template that comes with cardgen draws it."),
      loop: say("A loop places it, from line {line}: change it in the template.", why),
      macro: say("A macro places it, from line {line}: change it in the template.", why),
      many: say("It is drawn {count} times from this one place: change it in the template.", why),
      stack: say("Its stack places it, one part after the other, from line {line}: change the part in the template.", why),
    }[why.is];
    const asking = thing.asked_at ? [" ", say("It is asked for at"), " ", this.placeButton(thing.asked_at)] : [];
    const own = why.is === "shipped" ? [" ", this.ownButton()] : [];
    if (words) return element("p", { class: "why" }, words, ...asking, ...own);
    if (thing.move?.follows) return element("p", { class: "why" }, say("It follows {other} on each card, and moves across alone.", { other: thing.move.follows }));
    if (!thing.move?.by) return element("p", { class: "why" }, say("No plain numbers place it: a formula does."));
    if (thing.move.inline) return element("p", { class: "why" }, say("It can be moved; the width that it flows in stands in its style: change that in the template."));
    if (thing.size?.length && !this.stage.handles(thing).length && !["circle", "ellipse"].includes(thing.name)) return element("p", { class: "why" }, say("What is turned has no handles: it is moved as anything, and sized by its numbers."));
    return "";
  }

  // A button by which the template of this side becomes the project's own; nothing where it is that, or cannot be.
  ownButton() {
    const { template, shipped } = this.told?.sides[this.sideName] ?? {};
    if (!shipped || !canBring) return "";
    const about_it = { deck: this.card.key, card: this.card.id, side: this.sideName === "face" ? "template" : "back", template };
    const make = async () => {
      const answer = await ownTemplate(about_it);
      if (!answer?.done) return;
      await this.busy(() => this.load());
      this.stage.pad.focus({ preventScroll: true });
    };
    return element("button", { class: "own", onclick: make }, say("Make {template} the project's own", { template }));
  }

  fullness(thing) {
    const { fit, box, used } = thing;
    const share = box ? Math.round(100 * fullnessOf(thing)) : null;
    const size = !fit ? "" : fit.size < fit.asked_size - 0.01 ? say("{size} pt of {asked} pt", { size: round(fit.size), asked: round(fit.asked_size) }) : `${round(fit.size)} pt`;
    const lines = !fit ? "" : fit.lines === 1 ? say("1 line") : say("{count} lines", { count: fit.lines });
    const bar = element("div", { class: `fill${fit?.lack || share > 100 ? " overfull" : ""}`, role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.min(100, share ?? 0), "aria-label": say("How full the box is") }, element("i"));
    bar.firstChild.style.width = `${Math.min(100, share ?? 0)}%`;
    const room = box ? say("{used} of {height} mm high: {share} %", { used: round(used * this.unit), height: round(box[3] * this.unit), share }) : "";
    return element("div", { class: "fullness" }, bar, element("p", {}, [room, lines, size].filter(Boolean).join(" · ")), fit?.lack ? element("p", { class: "lack" }, fit.lack) : "");
  }

  get unit() {
    return this.told?.sides[this.sideName]?.unit ?? 1;
  }

  // The numbers that place a thing, to type; what a formula says is shown as it stands.
  numbers(thing) {
    const rows = Object.entries(thing.numbers ?? {}).map(([key, [value, text]]) => {
      const can = value !== null && !thing.why && thing.file;
      const input = can
        ? element("input", { type: "number", step: "0.1", value: round(value, 4), "data-number": key, "aria-label": nameOf(key), onchange: (event) => this.typed(thing, key, event.target) })
        : element("code", { title: say("line {line}", { line: thing.line }) }, text);
      return element("label", {}, element("span", {}, nameOf(key)), input);
    });
    return rows.length ? element("div", { class: "numbers" }, ...rows) : "";
  }

  async typed(thing, key, input) {
    const value = Number(input.value);
    if (!input.value || !Number.isFinite(value)) return this.drawChosen();
    const done = await this.write(thing, { values: { [key]: value }, shift: null, scale: this.unit });
    if (!done) this.drawChosen();
  }

  drawChange(thing, change) {
    for (const [key, value] of Object.entries(change.values ?? {})) {
      const input = this.chosen.querySelector(`[data-number="${key}"]`);
      if (input) input.value = round(value, 2);
    }
  }

  drawList() {
    const choose = (thing) => () => (this.stage.choose(thing), this.stage.pad.focus({ preventScroll: true }));
    const rows = this.stage.boxes.map((thing) => {
      const full = fullnessOf(thing);
      const share = full === null ? null : Math.round(100 * full);
      const state = share === null ? "" : element("small", { class: isOverfull(thing) ? "overfull" : "" }, `${share} %`);
      return element("li", {}, element("button", { "aria-pressed": String(thing === this.stage.selected), onclick: choose(thing) }, element("span", {}, this.nameOf(thing)), state));
    });
    keepingFocus(this.list, () => this.list.replaceChildren(...rows));
  }

  // -- writing --------------------------------------------------------------------------------------------------------------------------------

  // Writes other numbers of a thing into its template, and shows the card as it is then.
  async write(thing, { values, shift, scale }) {
    if (this.code.isChanged(thing.file)) {
      if (!(await this.code.save(thing.file))) return false;
    }
    const wanted = { do: "template", file: thing.file, at: thing.at, source: thing.source, values, shift, scale };
    return this.busy(async () => {
      const answer = await edit([wanted]);
      if (answer.done) await this.load();
      return answer.done;
    });
  }
}
