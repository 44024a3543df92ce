// The looks of a game: its styles, keywords, colours and fonts, each with a sample, to change, add and take away. Each change is one value in
// game.yaml, or in the deck's file.

import { bringFont, canBring } from "./bring.js";
import { element } from "./cards.js";
import { FONTS, namesIn } from "./dropped.js";
import { edit } from "./edits.js";
import { keepingFocus } from "./focus.js";
import { phrase, say } from "./language.js";
import { asked } from "./oncard.js";

const PARTS = [["styles", phrase("Styles")], ["keywords", phrase("Keywords")], ["palette", phrase("Colours")], ["fonts", phrase("Fonts")]];
const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const TRUTHS = [["bold", phrase("bold")], ["italic", phrase("italic")], ["underline", phrase("underlined")], ["strike", phrase("struck through")], ["small_caps", phrase("small capitals")], ["nowrap", phrase("on one line")]];
const FIGURES = [["size", phrase("size, as a factor"), "0.05"], ["weight", phrase("weight"), "100"], ["tracking", phrase("tracking, ems"), "0.01"], ["raise", phrase("raised, ems"), "0.05"]];
const isTrue = (text) => ["true", "yes", "on"].includes(String(text ?? "").toLowerCase());
const foldOf = (path) => `${path.join(".")} fold`;

export class LooksPane {
  constructor(page) {
    this.page = page;
    this.part = "styles";
    this.opened = new Set();
    this.parts = element("div", { class: "modes looks-parts", role: "group", "aria-label": say("Looks") });
    for (const [name, words] of PARTS) this.parts.append(element("button", { "data-part": name, onclick: () => this.turn(name) }, say(words)));
    this.of = element("select", { "aria-label": say("Whose"), onchange: () => this.show() });
    this.where = element("p", { class: "foot" });
    this.refused = element("p", { class: "lack", role: "alert" });
    this.rows = element("div", { class: "looks" });
    this.element = element("div", {}, element("div", { class: "row" }, this.parts, this.of), this.where, this.refused, this.rows);
  }

  turn(part) {
    this.part = part;
    this.refused.textContent = "";
    this.show();
  }

  // Hears that the files may have changed.
  tell() {
    if (this.page.tab === "looks") this.show();
  }

  async show() {
    const { key } = this.page.card;
    const [game] = key.split("/");
    if (this.key !== key) {
      this.key = key;
      this.of.replaceChildren(element("option", { value: game }, say("the game")), element("option", { value: key }, say("this deck")));
    }
    const isOfGame = this.part === "palette" || this.part === "fonts";
    this.of.hidden = isOfGame;
    const of = isOfGame ? game : this.of.value || game;
    const ticket = (this.ticket = (this.ticket ?? 0) + 1);
    let told;
    try {
      told = await asked("/design/settings", { of });
    } catch {
      return;
    }
    if (ticket !== this.ticket) return;
    Object.assign(this, { told, asks: of });
    this.draw();
  }

  draw() {
    const { told } = this;
    for (const button of this.parts.children) button.setAttribute("aria-pressed", String(button.dataset.part === this.part));
    if (told.problems.length) return this.rows.replaceChildren(...told.problems.map((problem) => this.page.problem(problem)));
    this.where.replaceChildren(this.part === "fonts" ? say("Fonts are files in fonts/; what lies there can be chosen in styles.") : element("span", {}, say("Written into {file}", { file: told.file })));
    const draw = { styles: () => this.styles(), keywords: () => this.keywords(), palette: () => this.palette(), fonts: () => this.fonts() }[this.part];
    keepingFocus(this.rows, () => this.rows.replaceChildren(...draw()));
    this.element.dataset.drawn = Number(this.element.dataset.drawn ?? 0) + 1;
  }

  focusOn(setting) {
    this.rows.querySelector(`[data-setting="${CSS.escape(setting)}"]`)?.focus();
  }

  get canWrite() {
    return this.told.writable;
  }

  async set(path, value) {
    this.refused.textContent = "";
    const answer = await edit([{ do: "setting", of: this.asks, path, value }], { quiet: true });
    if (!answer.done) this.refused.textContent = `${answer.finding.what}${answer.finding.remedy ? `: ${answer.finding.remedy}` : ""}`;
    await Promise.all([this.show(), answer.done ? this.page.load() : null]);
    return answer.done;
  }

  // -- rows -------------------------------------------------------------------------------------------------------------------------------

  row(path, name, sample, body, detail = "") {
    const key = path.join(".");
    const fold = element("details", { open: this.opened.has(key) }, element("summary", { "data-setting": foldOf(path) }, sample, element("b", {}, name), detail ? element("small", {}, detail) : ""), ...body);
    fold.addEventListener("toggle", () => (fold.open ? this.opened.add(key) : this.opened.delete(key)));
    if (this.canWrite) fold.append(element("p", { class: "foot" }, element("button", { class: "away", "data-setting": `${key} away`, onclick: () => this.set(path, null) }, say("Take {name} away", { name }))));
    return fold;
  }

  adding(words, start) {
    if (!this.canWrite) return "";
    const input = element("input", { placeholder: words, "aria-label": words, spellcheck: "false", maxlength: 100 });
    const form = element("form", { class: "row adding" }, input, element("button", {}, say("Add")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return input.focus();
      const [path, value] = start(name);
      const [part, title] = path;
      this.opened.add(`${part}.${title}`);
      if (await this.set(path, value)) this.focusOn(foldOf([part, title]));
      else this.rows.querySelector(".adding input").value = name;
    });
    return form;
  }

  text(path, label, value, more = {}) {
    const set = (event) => this.set(path, event.target.value.trim() || null);
    return element("label", {}, element("span", {}, label), element("input", { value: value ?? "", "data-setting": path.join("."), spellcheck: "false", disabled: !this.canWrite, onchange: set, ...more }));
  }

  figure(path, label, value, step) {
    const set = (event) => this.set(path, event.target.value === "" ? null : Number(event.target.value));
    return element("label", {}, element("span", {}, label), element("input", { type: "number", step, value: value ?? "", "data-setting": path.join("."), disabled: !this.canWrite, onchange: set }));
  }

  truth(path, label, value) {
    const set = (event) => this.set(path, event.target.checked ? true : null);
    return element("label", { class: "check" }, element("input", { type: "checkbox", checked: isTrue(value), "data-setting": path.join("."), disabled: !this.canWrite, onchange: set }), element("span", {}, label));
  }

  choice(path, label, value, choices) {
    const options = [element("option", { value: "" }, say("none")), ...[...new Set([...choices, ...(value ? [value] : [])])].map((each) => element("option", { value: each, selected: each === value }, each))];
    const set = (event) => this.set(path, event.target.value || null);
    return element("label", {}, element("span", {}, label), element("select", { "data-setting": path.join("."), disabled: !this.canWrite, onchange: set }, ...options));
  }

  // A colour: of the palette, or any other.
  colour(path, label, value) {
    const shown = this.hex(value);
    const picker = element("input", { type: "color", class: shown ? "" : "unset", value: shown ?? "#000000", "aria-label": say("{label}: pick", { label }), "data-setting": `${path.join(".")} pick`, disabled: !this.canWrite, onchange: (event) => this.set(path, event.target.value) });
    const typed = element("input", { value: value ?? "", list: "oncard-colours", "data-setting": path.join("."), spellcheck: "false", disabled: !this.canWrite, "aria-label": label, onchange: (event) => this.set(path, event.target.value.trim() || null) });
    return element("div", { class: "label" }, element("span", {}, label), element("div", { class: "colour" }, picker, typed));
  }

  hex(value) {
    if (!value) return null;
    const named = this.told.palette[value] ?? value;
    if (HEX.test(named)) return named.length === 4 ? `#${[...named.slice(1)].map((each) => each + each).join("")}` : named;
    const pen = document.createElement("canvas").getContext("2d");
    pen.fillStyle = "#010203";
    pen.fillStyle = named;
    return pen.fillStyle === "#010203" ? null : pen.fillStyle;
  }

  *styles() {
    yield this.colourNames();
    const styles = this.told.values.styles ?? {};
    for (const [name, style] of Object.entries(styles)) {
      const path = ["styles", name];
      if (typeof style !== "object" || Array.isArray(style) || !style) {
        yield this.row(path, name, this.sample(name, {}), [], String(style));
        continue;
      }
      const at = (key) => [...path, key];
      yield this.row(path, name, this.sample(say("Sample"), style), [
        element(
          "div",
          { class: "fields" },
          this.colour(at("color"), say("colour"), style.color),
          this.colour(at("background"), say("background"), style.background),
          this.choice(at("font"), say("font"), Array.isArray(style.font) ? style.font.join(", ") : style.font, this.told.families),
          this.choice(at("extends"), say("goes on from"), style.extends, this.told.styles.filter((other) => other !== name)),
          ...FIGURES.map(([key, words, step]) => this.figure(at(key), say(words), style[key], step)),
        ),
        element("div", { class: "truths" }, ...TRUTHS.map(([key, words]) => this.truth(at(key), say(words), style[key]))),
      ], `[…]{.${name}}`);
    }
    if (!Object.keys(styles).length) yield element("p", { class: "hint" }, say("A style is how words of a text look that name it, as in [word]{.hot}."));
    yield this.adding(say("Name of a new style"), (name) => [["styles", name, "bold"], true]);
  }

  // How a style looks, in letters of the page's own.
  sample(words, style) {
    const letters = element("span", { class: "sample", translate: "no" }, words);
    const look = letters.style;
    const all = this.inherited(style);
    if (all.color) look.color = this.hex(all.color) ?? "";
    if (all.background) look.background = this.hex(all.background) ?? "";
    if (all.font) look.fontFamily = [all.font].flat().map((each) => `"${String(each).replaceAll('"', "")}"`).join(",");
    look.fontWeight = all.weight ?? (isTrue(all.bold) ? 800 : "");
    look.fontStyle = isTrue(all.italic) ? "italic" : "";
    look.textDecoration = [isTrue(all.underline) && "underline", isTrue(all.strike) && "line-through"].filter(Boolean).join(" ");
    look.fontVariant = isTrue(all.small_caps) ? "small-caps" : "";
    look.letterSpacing = all.tracking ? `${Number(all.tracking)}em` : "";
    look.fontSize = all.size ? `${Math.min(2, Math.max(0.5, Number(all.size)))}em` : "";
    return letters;
  }

  inherited(style, depth = 0) {
    const base = depth < 9 ? this.told.sheet[style.extends] : null;
    return { ...(base ? this.inherited(base, depth + 1) : {}), ...style };
  }

  *keywords() {
    const keywords = this.told.values.keywords ?? {};
    if (typeof keywords === "string") {
      yield element("p", { class: "hint" }, say("The keywords stand in {file}: edit them there.", { file: keywords }));
      return;
    }
    if (Array.isArray(keywords) || keywords.file) {
      yield element("p", { class: "hint" }, say("The keywords are a list: edit it in the file."));
      return;
    }
    for (const [name, keyword] of Object.entries(keywords)) {
      const path = ["keywords", name];
      const said = typeof keyword === "object" && keyword ? keyword : { means: keyword };
      const style = this.told.sheet[said.style ?? "keyword"] ?? {};
      const at = (key) => [...path, key];
      const isPlain = typeof keyword !== "object";
      yield this.row(path, name, this.sample(name, style), [
        element(
          "div",
          { class: "fields" },
          isPlain ? this.text(path, say("means"), said.means, { class: "wide" }) : this.text(at("means"), say("means"), said.means),
          isPlain ? "" : this.choice(at("style"), say("style"), said.style, this.told.styles),
        ),
      ], said.means ?? "");
    }
    if (!Object.keys(keywords).length) yield element("p", { class: "hint" }, say("Keywords are words of the game that print in a style wherever they stand, and that reminders explain."));
    yield this.adding(say("A new keyword"), (name) => [["keywords", name], {}]);
  }

  *palette() {
    const palette = this.told.values.palette ?? {};
    if (typeof palette === "string") return yield element("p", { class: "hint" }, say("The colours are those of {name}, which comes with cardgen. Write a palette of your own in game.yaml to change them.", { name: palette }));
    for (const [name, colour] of Object.entries(palette)) {
      const path = ["palette", name];
      const isPlain = typeof colour === "string";
      const shown = this.hex(isPlain ? colour : colour?.rgb) ?? "#000000";
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = shown;
      const rgb = isPlain ? path : [...path, "rgb"];
      const inks = Array.isArray(colour?.cmyk) ? colour.cmyk.join(", ") : "";
      const setInks = (event) => this.set([...path, "cmyk"], event.target.value.trim() ? event.target.value.split(/[\s,;]+/).map(Number) : null);
      yield this.row(path, name, swatch, [
        element(
          "div",
          { class: "fields" },
          this.colour(rgb, say("on the screen"), isPlain ? colour : colour?.rgb),
          isPlain ? "" : element("label", {}, element("span", {}, say("inks, percent of C, M, Y, K")), element("input", { value: inks, "data-setting": [...path, "cmyk"].join("."), disabled: !this.canWrite, onchange: setInks })),
        ),
      ], shown.toUpperCase());
    }
    yield this.adding(say("Name of a new colour"), (name) => [["palette", name], "#888888"]);
  }

  *fonts() {
    for (const family of this.told.families) {
      const sample = element("p", { class: "sample", translate: "no" }, "Aa Bb Gg 0123");
      sample.style.fontFamily = `"${family.replaceAll('"', "")}"`;
      yield element("div", { class: "font" }, sample, element("b", {}, family));
    }
    if (this.canWrite && canBring) yield this.addingFont();
  }

  addingFont() {
    const picker = element("input", { type: "file", accept: FONTS.join(), "aria-label": say("A font of this machine"), "data-setting": "fonts add" });
    const drop = element("label", { class: "drop" }, element("b", {}, say("Drop a font here, or choose one")), element("small", {}, namesIn(FONTS)), picker);
    const take = async (file) => {
      if (!file) return;
      this.refused.textContent = "";
      const isThere = await bringFont(file, (words) => (this.refused.textContent = words));
      if (isThere) await Promise.all([this.show(), this.page.load()]);
      this.focusOn("fonts add");
    };
    picker.addEventListener("change", () => take(picker.files[0]));
    for (const type of ["dragover", "drop", "dragleave"]) {
      drop.addEventListener(type, (event) => {
        event.preventDefault();
        drop.classList.toggle("over", type === "dragover");
        if (type === "drop") take(event.dataTransfer.files[0]);
      });
    }
    return drop;
  }

  colourNames() {
    return element("datalist", { id: "oncard-colours" }, ...Object.keys(this.told.palette).map((name) => element("option", { value: name })));
  }
}
