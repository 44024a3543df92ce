// A template's text beside its card: typed here, drawn as it is typed with what is wrong with it, and written by Ctrl+S.

import { element } from "./cards.js";
import { edit } from "./edits.js";
import { say } from "./language.js";
import { asked } from "./oncard.js";

const TYPING = 300; // milliseconds after the last letter until a draft is drawn
const MOST = 900_000; // letters of a template that is edited here

export class CodePane {
  constructor(page) {
    this.page = page;
    this.file = "";
    this.texts = new Map(); // file -> {saved, text}
    this.files = element("select", { "aria-label": say("Template"), onchange: () => this.turnTo(this.files.value) });
    this.saves = element("button", { class: "save", onclick: () => this.save(), title: "Ctrl+S", disabled: true }, say("Save"));
    this.reverts = element("button", { onclick: () => this.revert(), disabled: true }, say("Revert"));
    this.own = element("span", {});
    this.gutter = element("ol", { class: "gutter", "aria-hidden": "true" });
    this.area = element("textarea", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": say("Text of the template") });
    this.problems = element("ul", { class: "found", role: "status" });
    this.pane = element("div", { class: "source" }, this.gutter, this.area);
    this.element = element("div", { class: "codepane" }, element("div", { class: "row" }, this.files, this.saves, this.reverts, this.own), this.pane, this.problems);
    this.area.addEventListener("input", () => this.typed());
    this.area.addEventListener("scroll", () => (this.gutter.scrollTop = this.area.scrollTop));
    this.area.addEventListener("keydown", (event) => this.key(event));
  }

  // The texts that are not on the disk yet, by file.
  drafts() {
    const changed = [...this.texts].filter(([, { saved, text }]) => text !== saved);
    return Object.fromEntries(changed.map(([file, { text }]) => [file, text]));
  }

  isChanged(file) {
    const known = this.texts.get(file);
    return Boolean(known) && known.text !== known.saved;
  }

  // Hears which templates the card is made of, and what is wrong with it.
  tell({ files, problems }) {
    const own = files.filter(({ file }) => file);
    const names = own.map(({ file }) => file).join("\n");
    if (names && names !== this.names) {
      this.names = names;
      this.files.replaceChildren(...own.map(({ file }) => element("option", { value: file }, file.replace(/^templates\//, ""))));
      if (!own.some(({ file }) => file === this.file)) this.file = "";
    }
    this.known = own.map(({ file }) => file);
    this.mark(problems);
    if (this.page.tab === "code") this.show(null);
  }

  async show(thing) {
    const file = (thing?.file || this.file) || this.known?.[0] || "";
    if (!file) return this.empty();
    this.own.replaceChildren();
    if (file !== this.file || !this.texts.has(file)) await this.turnTo(file);
    else await this.follow(file);
    if (thing) this.reveal(thing);
  }

  empty() {
    this.area.value = "";
    this.area.disabled = true;
    this.area.placeholder = say("The templates of this card come with cardgen, and stay as they are.");
    this.own.replaceChildren(this.page.ownButton());
  }

  async turnTo(file) {
    this.file = file;
    this.files.value = file;
    await this.follow(file);
    if (this.file !== file) return;
    const known = this.texts.get(file);
    this.area.disabled = !known;
    if (known && this.area.value !== known.text) this.put(known.text);
    this.state();
  }

  // Takes over what the disk says now, unless something else was typed.
  async follow(file) {
    let told;
    try {
      told = await asked("/design/template", { file });
    } catch {
      return;
    }
    if (told.text === null || told.text.length > MOST) return;
    const text = told.text.replace(/\r\n?/g, "\n");
    const breaks = told.text.includes("\r\n") ? "\r\n" : "\n";
    const known = this.texts.get(file);
    if (known && known.text !== known.saved) return;
    if (known?.text === text) return;
    this.texts.set(file, { saved: text, text, raw: told.text, breaks });
    if (file === this.file) this.put(text);
  }

  put(text) {
    const { scrollTop, scrollLeft, selectionStart } = this.area;
    this.area.value = text;
    this.area.disabled = false;
    this.area.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionStart, text.length));
    Object.assign(this.area, { scrollTop, scrollLeft });
    this.number();
    this.state();
  }

  typed() {
    const known = this.texts.get(this.file);
    if (!known) return;
    known.text = this.area.value;
    for (const line of this.gutter.querySelectorAll(".here")) line.classList.remove("here"); // it may be another by now
    this.number();
    this.state();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.page.load(), TYPING);
  }

  state() {
    const changed = this.isChanged(this.file);
    this.saves.disabled = this.reverts.disabled = !changed;
    this.element.classList.toggle("changed", changed);
  }

  number() {
    const lines = this.area.value.split("\n").length;
    while (this.gutter.children.length > lines) this.gutter.lastChild.remove();
    while (this.gutter.children.length < lines) this.gutter.append(element("li"));
    this.markLines();
    this.gutter.scrollTop = this.area.scrollTop;
  }

  // Tells what is wrong, and marks the lines that have it.
  mark(problems) {
    this.wrong = problems;
    this.markLines();
    this.problems.replaceChildren(...problems.map((problem) => this.page.problem(problem)));
    if (!problems.length && this.isChanged(this.file)) this.problems.append(element("li", { class: "fine" }, say("It can be drawn. Ctrl+S writes it.")));
  }

  markLines() {
    for (const line of this.gutter.querySelectorAll(".wrong")) line.classList.remove("wrong");
    for (const { at } of this.wrong ?? []) {
      const { file, line } = this.placeIn(at);
      if (file && file === this.file) this.gutter.children[line - 1]?.classList.add("wrong");
    }
  }

  // The template that a place lies in, if it is one of this card's that can be edited, and the line.
  placeIn(at) {
    const [, path, line] = /^(.*?):(\d+)/.exec(at ?? "") ?? [];
    const file = path && (this.known ?? []).find((known) => known.endsWith(path) || path.endsWith(known));
    return { file, line: Number(line) };
  }

  // Chooses a line to write in.
  async goTo({ file, line }) {
    await this.turnTo(file);
    const lines = this.area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    this.showLine(line);
  }

  showLine(line) {
    const high = parseFloat(getComputedStyle(this.area).lineHeight) || 18;
    this.area.scrollTop = Math.max(0, (line - 1) * high - this.area.clientHeight / 3);
    this.area.scrollLeft = 0;
    for (const before of this.gutter.querySelectorAll(".here")) before.classList.remove("here");
    this.gutter.children[line - 1]?.classList.add("here");
  }

  // Brings the line of a thing into view, and chooses its text.
  async reveal(thing) {
    if (!thing.file) return;
    if (thing.file !== this.file) await this.turnTo(thing.file);
    const known = this.texts.get(this.file);
    if (!known || known.text !== known.saved) return;
    const before = known.raw.slice(0, thing.at).replace(/\r\n?/g, "\n").length;
    const length = thing.source.replace(/\r\n?/g, "\n").length;
    if (document.activeElement !== this.area) this.area.setSelectionRange(before, before + length);
    this.showLine(thing.line);
  }

  async save(file = this.file) {
    const known = this.texts.get(file);
    if (!known || known.text === known.saved) return true;
    const typed = (text) => (known.breaks === "\n" ? text : text.replace(/\n/g, known.breaks));
    const { text } = known;
    const answer = await edit([{ do: "template", file, text: typed(text), was: known.raw }]);
    if (!answer.done) {
      this.problems.replaceChildren(this.page.problem(answer.finding));
      return false;
    }
    known.saved = text;
    known.raw = typed(text);
    this.state();
    await this.page.load();
    return true;
  }

  revert() {
    const known = this.texts.get(this.file);
    if (!known) return;
    known.text = known.saved;
    this.put(known.saved);
    this.page.load();
  }

  key(event) {
    event.stopPropagation();
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    this.save();
  }
}
