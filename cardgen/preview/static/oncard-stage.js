// The card that is worked on: its picture, rulers in millimetres, boxes, and a thing that is dragged, sized or pushed by keys.

import { element, shaped, Side } from "./cards.js";
import { boundsOf, cornersOfBounds, Geometry, isUpright, scaleOf, snapLines, snapped, turned } from "./oncard-geometry.js";
import { say } from "./language.js";
import { store } from "./store.js";

const SVG = "http://www.w3.org/2000/svg";
const REACH = 6; // CSS pixels within which things snap
const RULER = 24; // CSS pixels that a ruler is thick
const AIR = 4; // millimetres around the cut
const IDLE = 450; // milliseconds after the last key until what it did is written
const STEPS = [1, 5, 10, 20, 50, 100, 200]; // millimetres between the lines of a ruler
const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const round = (value, digits = 2) => Number(value.toFixed(digits));

function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

let shows = 0;

export class Stage {
  // `acts`: select(thing), write(thing, change), pointed(x, y).
  constructor(acts) {
    this.acts = acts;
    this.things = [];
    this.about = {};
    this.selected = null;
    this.boxesShown = true;
    this.zoom = 1;
    this.side = new Side("face");
    this.overlay = drawn("svg", { class: "overlay", "aria-hidden": "true" });
    this.side.element.append(this.overlay);
    this.sheet = element("div", { class: "sheet" }, this.side.element);
    this.pad = element("div", { class: "pad", tabindex: "0", role: "application", "aria-label": say("The card: Page Down and Page Up choose what lies on it, arrow keys move that by 0.1 mm, with Shift by 1 mm") }, this.sheet);
    this.across = element("canvas", { class: "ruler across", "aria-hidden": "true" });
    this.down = element("canvas", { class: "ruler down", "aria-hidden": "true" });
    this.position = element("output", { class: "position" }, "mm");
    this.says = element("p", { class: "stage-says", role: "status" });
    this.element = element("div", { class: "stage" }, this.position, this.across, this.down, this.pad, this.says);
    this.pad.addEventListener("pointerdown", (event) => this.pressed(event));
    this.pad.addEventListener("pointermove", (event) => this.moved(event));
    this.pad.addEventListener("pointerup", (event) => this.released(event));
    this.pad.addEventListener("pointercancel", () => this.drop());
    this.pad.addEventListener("pointerleave", () => this.point(null));
    this.pad.addEventListener("keydown", (event) => this.key(event));
    this.pad.addEventListener("scroll", () => this.drawRulers());
    new ResizeObserver(() => this.shape && this.fit()).observe(this.pad);
  }

  // Tells that a side cannot be drawn; the last picture of it stays.
  lack(name) {
    if (this.shown === name) return;
    this.ticket = (this.ticket ?? 0) + 1;
    this.shown = "";
    Object.assign(this, { about: {}, things: [], found: [], selected: null });
    this.side.show("");
    this.draw();
    this.element.classList.add("blank");
    this.says.textContent = say("This side cannot be drawn: what is wrong with it stands beside it.");
  }

  // Shows the side of this name with its things; what was chosen stays so, where it is still there.
  async show(about, shape, name) {
    const ticket = (this.ticket = (this.ticket ?? 0) + 1);
    this.shown = name;
    this.says.textContent = "";
    this.element.classList.remove("blank");
    const isOther = JSON.stringify(this.shape) !== JSON.stringify(shape);
    this.shape = shape;
    if (isOther) this.side.shape(shape);
    shaped(this.sheet, shape);
    this.fit();
    const picture = `design-${++shows}`;
    store.pictures.set(picture, about.svg);
    await this.side.show(picture);
    store.pictures.delete(picture);
    if (ticket !== this.ticket) return; // a newer one is on its way
    this.about = about;
    const { pushed } = this;
    this.read();
    if (!pushed || !this.canMove(this.selected)) return;
    this.pushed = { ...this.grasp(this.selected), way: pushed.way }; // keys that were pressed meanwhile
    this.push();
  }

  fit() {
    const { width, height } = this.shape;
    const room = { width: this.pad.clientWidth - 8, height: this.pad.clientHeight - 8 };
    const mm = Math.max(0.2, Math.min(room.width / (width + 2 * AIR), room.height / (height + 2 * AIR), 14)) * this.zoom;
    this.mm = mm;
    this.sheet.style.setProperty("--mm", mm);
    this.sheet.style.setProperty("--air", AIR);
    const bleed = this.shape.bleed;
    this.overlay.setAttribute("viewBox", `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`);
    if (this.things.length) this.read();
    this.drawRulers();
  }

  get svg() {
    return this.side.shadow.querySelector("svg:not(.next)");
  }

  // -- what lies there ------------------------------------------------------------------------------------------------------------------

  read() {
    const svg = this.svg;
    this.things = [];
    if (!svg) return this.draw();
    this.geometry = new Geometry(svg, this.shape);
    const nodes = (name, number) => [...svg.querySelectorAll(`[data-cardgen-${name}="${number}"]`)];
    const calls = new Map();
    for (const [number, call] of Object.entries(this.about.calls ?? {})) {
      const own = nodes("call", number);
      const outer = own.filter((node) => !own.includes(node.parentNode) && !node.parentNode.closest(`[data-cardgen-call="${number}"]`));
      if (!outer.length) continue;
      const owner = outer[0].parentNode.closest?.("[data-cardgen-at]");
      if (call.at === undefined) {
        if (owner) calls.set(owner.dataset.cardgenAt, { ...call, node: outer[0] });
        continue;
      }
      const thing = { key: `call ${call.file || call.template} ${call.at}`, kind: "call", ...call, nodes: outer };
      this.things.push(thing, ...partsOf(thing));
    }
    for (const [number, about] of Object.entries(this.about.elements ?? {})) {
      const inside = calls.get(number);
      const fit = inside ? { fit: inside.fit, used: inside.used, box: inside.box ?? undefined, boxNode: inside.node.parentNode } : {};
      for (const [copy, node] of nodes("at", number).entries()) {
        if (node === svg || node.closest("defs, clipPath, mask, pattern, symbol, marker")) continue;
        const key = `tag ${about.file || about.template} ${about.at} ${copy}`;
        this.things.push({ key, kind: "element", ...about, nodes: [node], ...(copy ? {} : fit) });
      }
    }
    for (const thing of this.things) {
      thing.corners = this.geometry.corners(thing);
      thing.bounds = thing.corners && boundsOf(thing.corners);
    }
    this.things = this.things.filter((thing) => thing.corners);
    this.found = (this.found ?? []).map((before) => this.things.find((thing) => thing.key === before.key)).filter(Boolean);
    this.choose(this.things.find((thing) => thing.key === this.selected?.key) ?? this.nearest(this.selected), { quiet: true });
  }

  // What was chosen where its template has moved it: the same kind of thing with the same name.
  nearest(before) {
    if (!before) return null;
    const alike = this.things.filter((thing) => thing.kind === before.kind && thing.name === before.name && thing.file === before.file && thing.label === before.label);
    return alike.find((thing) => thing.line === before.line) ?? null;
  }

  // Boxes that are worth a frame: texts, stacks, panels, pictures, and objects with names.
  get boxes() {
    return this.things.filter((thing) => ["call", "part"].includes(thing.kind) || thing.fit || thing.label || ["image", "text"].includes(thing.name));
  }

  // -- choosing -------------------------------------------------------------------------------------------------------------------------

  at(event) {
    const box = this.side.element.getBoundingClientRect();
    return [(event.clientX - box.left) / this.mm, (event.clientY - box.top) / this.mm];
  }

  // Everything under a point: what is seen there first, but for smaller boxes around it; then what lies below, and what holds it.
  under(event) {
    const [x, y] = this.at(event);
    const owners = new Map(this.things.flatMap((thing) => thing.nodes.map((node) => [node, thing])));
    const [seen, around] = [new Set(), new Set()];
    for (const node of this.side.shadow.elementsFromPoint(event.clientX, event.clientY)) {
      let isFirst = true;
      for (let each = node; each instanceof SVGElement && each !== this.svg; each = each.parentNode) {
        const thing = owners.get(each);
        if (!thing) continue;
        (isFirst ? seen : around).add(thing);
        isFirst = false;
      }
    }
    const area = ({ bounds }) => bounds.width * bounds.height;
    const holds = ({ bounds }) => x >= bounds.left && x <= bounds.right && y >= bounds.top && y <= bounds.bottom;
    const [top] = seen;
    const here = this.things.filter((thing) => thing.box && holds(thing)).sort((one, other) => area(one) - area(other));
    const [boxes, parts] = [here.filter(({ kind }) => kind !== "part"), here.filter(({ kind }) => kind === "part")];
    const small = boxes.filter((thing) => !top || area(thing) <= area(top) + 1e-6);
    return [...new Set([...small, ...seen, ...parts, ...boxes, ...around])];
  }

  choose(thing, { quiet = false } = {}) {
    this.selected = thing ?? null;
    this.draw();
    if (!quiet || thing) this.acts.select(this.selected);
  }

  // One thing after the other, as the card is drawn.
  chooseNext(by) {
    if (!this.things.length) return;
    this.settle();
    const at = this.things.indexOf(this.selected);
    this.found = [];
    this.choose(this.things[at < 0 ? (by > 0 ? 0 : this.things.length - 1) : (at + by + this.things.length) % this.things.length]);
  }

  // -- what a thing lets be done ----------------------------------------------------------------------------------------------------------

  canMove(thing) {
    return Boolean(thing?.move?.by);
  }

  // The handles by which a thing can be sized.
  handles(thing) {
    if (!thing?.size?.length || thing.why || thing.name === "circle" || thing.name === "ellipse") return [];
    if (!isUpright(this.sizeFrame(thing))) return [];
    if (thing.size.includes("size")) return ["se"];
    const [wide, high] = ["width", "height"].map((name) => thing.size.includes(name));
    const [right, below] = ["x", "y"].map((name) => (thing.frame ? typeof thing.frame.numbers[name]?.[0] === "number" : thing.move.keys.includes(name)));
    return HANDLES.filter((name) => {
      const across = name.includes("e") ? wide : name.includes("w") ? wide && right : true;
      const downward = name.includes("s") ? high : name.includes("n") ? high && below : true;
      return across && downward;
    });
  }

  // What a thing's size is measured in; a text that flows in a frame has its own units.
  sizeFrame(thing) {
    return thing.frame ? this.geometry.matrix(thing.nodes[0]) : this.geometry.frame(thing);
  }

  pressed(event) {
    if (event.button) return;
    this.pad.focus({ preventScroll: true });
    const handle = event.target.dataset?.handle;
    if (handle) return this.begin(event, handle);
    const found = this.under(event);
    this.found = found;
    const again = this.selected && found.includes(this.selected) ? this.selected : null;
    const next = again ?? found[0] ?? null;
    this.again = again && { x: event.clientX, y: event.clientY };
    if (next !== this.selected) this.choose(next);
    else this.acts.select(this.selected);
    if (next) this.begin(event, "");
    if (!this.drag) this.startPan(event);
  }

  // What cannot be moved lets the sheet be moved, where it is larger than its room.
  startPan(event) {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.pad;
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return;
    this.pan = { x: event.clientX + scrollLeft, y: event.clientY + scrollTop };
    this.pad.classList.add("panning");
    this.pad.setPointerCapture(event.pointerId);
  }

  begin(event, handle) {
    this.settle();
    const thing = this.selected;
    if (!this.canMove(thing) && !handle) return;
    this.pad.setPointerCapture(event.pointerId);
    this.drag = { handle, from: this.at(event), change: null, ...this.grasp(thing) };
    if (handle) this.drag.frame = this.sizeFrame(thing);
    event.preventDefault();
  }

  // What is needed to move a thing: its frame, the lines that it snaps to.
  grasp(thing) {
    const frame = this.geometry.frame(thing);
    const safe = boundsOfPath(this.side.lines.querySelector("path.safe:not(.under)"));
    const others = this.boxes.filter((other) => other !== thing && other.of !== thing.key && !contains(thing, other) && !contains(other, thing));
    return { thing, frame, bounds: thing.bounds, lines: snapLines(this.shape, safe, others.map((other) => other.bounds)) };
  }

  moved(event) {
    this.point(event);
    if (this.pan) return this.pad.scrollTo(this.pan.x - event.clientX, this.pan.y - event.clientY);
    if (!this.drag) return this.hover(event);
    const [x, y] = this.at(event);
    const way = [x - this.drag.from[0], y - this.drag.from[1]];
    if (!this.drag.begun && Math.hypot(...way) * this.mm < 3) return;
    this.drag.begun = true;
    if (this.drag.handle) this.sizeBy(way, { free: event.altKey, keeps: event.shiftKey });
    else this.moveBy(way, { free: event.altKey, straight: event.shiftKey });
  }

  hover(event) {
    const handle = event.target.dataset?.handle;
    const thing = handle ? null : this.under(event)[0];
    this.pad.dataset.over = handle ?? (thing ? (this.canMove(thing) ? "move" : "fixed") : "");
  }

  moveBy(way, { free = false, straight = false } = {}) {
    const { thing, bounds, lines, frame } = this.drag;
    let [right, down] = way;
    if (straight) [right, down] = Math.abs(right) > Math.abs(down) ? [right, 0] : [0, down];
    const guides = [];
    if (!free) {
      const reach = REACH / this.mm;
      const across = snapped(lines.x, [bounds.left, bounds.right, (bounds.left + bounds.right) / 2].map((at) => at + right), reach);
      const downward = snapped(lines.y, [bounds.top, bounds.bottom, (bounds.top + bounds.bottom) / 2].map((at) => at + down), reach);
      if (across && (right || !straight)) (right += across.by, guides.push(["x", across.line]));
      if (downward && (down || !straight)) (down += downward.by, guides.push(["y", downward.line]));
    }
    this.drag.change = this.movedChange(thing, frame, [right, down]);
    this.preview(guides);
  }

  // The numbers of a thing that goes so many millimetres, and how far it really goes.
  movedChange(thing, frame, way) {
    const local = turned(frame.inverse(), way);
    if (thing.move.by === "shift") return { shift: local.map((each) => round(each, 5)), way };
    const axis = (key) => (key.includes("x") ? 0 : 1);
    const free = [0, 1].map((each) => thing.move.keys.some((key) => axis(key) === each) && !(each === 1 && thing.move.follows));
    const steps = local.map((each, number) => (free[number] ? each : 0));
    const values = Object.fromEntries(
      thing.move.keys.filter((key) => free[axis(key)]).map((key) => [key, round(thing.numbers[key][0] + steps[axis(key)], 5)]),
    );
    return { values, steps, way: turned(frame, steps) };
  }

  sizeBy(way, { free = false, keeps = false } = {}) {
    const { thing, handle, bounds, lines, frame } = this.drag;
    const edges = { ...bounds };
    const guides = [];
    const pull = (name, axis, by) => {
      let at = bounds[name] + by;
      const found = free ? null : snapped(lines[axis], [at], REACH / this.mm);
      if (found) (at += found.by, guides.push([axis, found.line]));
      edges[name] = at;
    };
    if (handle.includes("e")) pull("right", "x", way[0]);
    if (handle.includes("w")) pull("left", "x", way[0]);
    if (handle.includes("s")) pull("bottom", "y", way[1]);
    if (handle.includes("n")) pull("top", "y", way[1]);
    if (handle.includes("w")) edges.left = Math.min(edges.left, bounds.right - 0.5);
    if (handle.includes("e")) edges.right = Math.max(edges.right, bounds.left + 0.5);
    if (handle.includes("n")) edges.top = Math.min(edges.top, bounds.bottom - 0.5);
    if (handle.includes("s")) edges.bottom = Math.max(edges.bottom, bounds.top + 0.5);
    const square = thing.size.includes("size");
    if ((keeps || square) && handle.length === 2) keepRatio(edges, bounds, handle);
    const [width, height] = [edges.right - edges.left, edges.bottom - edges.top];
    const values = {};
    const number = (key, value) => (values[key] = round(value, 5));
    const { numbers } = thing.frame ?? thing;
    const [wider, higher] = [(width - bounds.width) / frame.a, (height - bounds.height) / frame.d];
    if (square) number("size", numbers.size[0] + wider);
    if (/[ew]/.test(handle) && thing.size.includes("width")) number("width", numbers.width[0] + wider);
    if (/[ns]/.test(handle) && thing.size.includes("height")) number("height", numbers.height[0] + higher);
    if (handle.includes("w")) number("x", numbers.x[0] + (edges.left - bounds.left) / frame.a);
    if (handle.includes("n")) number("y", numbers.y[0] + (edges.top - bounds.top) / frame.d);
    this.drag.change = { values, edges };
    this.preview(guides);
  }

  // Shows at once what a change would do, before anything is written.
  preview(guides = []) {
    const { thing, change, frame } = this.drag;
    if (change.way) this.shift(thing, change.way);
    else this.resize(thing, change.values);
    const bounds = change.edges ?? moved(thing.bounds, change.way);
    const corners = change.edges ? cornersOfBounds(bounds) : thing.corners.map(([x, y]) => [x + change.way[0], y + change.way[1]]);
    this.draw({ corners, guides, bounds });
    this.acts.changing?.(thing, change, bounds, frame);
  }

  shift(thing, way) {
    for (const node of thing.nodes) {
      node.dataset.before ??= node.getAttribute("transform") ?? "";
      const around = node.parentNode === this.svg ? this.geometry.matrix(this.svg) : this.geometry.matrix(node.parentNode);
      const [x, y] = turned(around.inverse(), way);
      node.setAttribute("transform", `translate(${x} ${y}) ${node.dataset.before}`);
    }
  }

  resize(thing, values) {
    if (thing.kind === "call" || thing.frame) return;
    for (const [key, value] of Object.entries(values)) thing.nodes[0].setAttribute(key, value);
  }

  released(event) {
    this.pan = null;
    this.pad.classList.remove("panning");
    const drag = this.drag;
    if (!drag) return;
    this.drag = null;
    if (drag.begun && drag.change) return this.write(drag.thing, drag.change, drag.frame);
    this.draw();
    if (!this.again || drag.handle) return;
    const found = this.under(event); // a second click on what is chosen goes to what lies below it
    this.found = found;
    const next = found[(found.indexOf(this.selected) + 1) % found.length];
    if (next && next !== this.selected) this.choose(next);
  }

  drop() {
    this.drag = this.pan = null;
    this.undo();
    this.draw();
  }

  // Puts what was moved for show back where the file has it.
  undo() {
    for (const node of this.svg?.querySelectorAll("[data-before]") ?? []) {
      if (node.dataset.before) node.setAttribute("transform", node.dataset.before);
      else node.removeAttribute("transform");
      delete node.dataset.before;
    }
  }

  async write(thing, change, frame) {
    const scale = round(scaleOf(frame), 6) || 1;
    const target = change.edges && thing.frame ? { ...thing, ...thing.frame } : thing;
    const done = await this.acts.write(target, { values: change.values ?? {}, shift: change.shift ?? null, scale });
    if (!done) {
      this.undo();
      this.acts.again();
    }
  }

  // -- keys -------------------------------------------------------------------------------------------------------------------------------

  key(event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape" && (this.drag || this.pushed)) {
      event.preventDefault();
      this.pushed = null;
      clearTimeout(this.timer);
      return this.drop();
    }
    const along = { PageDown: 1, PageUp: -1 }[event.key];
    if (along) return (event.preventDefault(), this.chooseNext(along));
    if (!by || event.ctrlKey || event.metaKey) return;
    event.stopPropagation();
    if (!this.canMove(this.selected)) return; // and the card scrolls where it is larger than its room
    event.preventDefault();
    const step = event.shiftKey ? 1 : 0.1;
    this.pushed ??= { ...this.grasp(this.selected), way: [0, 0] };
    this.pushed.way = this.pushed.way.map((each, axis) => round(each + by[axis] * step, 3));
    this.push();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), IDLE);
  }

  push() {
    const { thing, frame, way } = this.pushed;
    this.drag = { ...this.pushed, change: this.movedChange(thing, frame, way) };
    this.preview();
    this.drag = null;
  }

  // Writes what keys have done so far.
  settle() {
    clearTimeout(this.timer);
    const pushed = this.pushed;
    this.pushed = null;
    if (!pushed || !(pushed.way[0] || pushed.way[1])) return;
    this.write(pushed.thing, this.movedChange(pushed.thing, pushed.frame, pushed.way), pushed.frame);
  }

  // -- drawing ----------------------------------------------------------------------------------------------------------------------------

  draw({ corners = this.selected?.corners, guides = [], bounds = this.selected?.bounds } = {}) {
    const parts = [];
    const points = (each) => each.map((corner) => corner.join(",")).join(" ");
    if (this.boxesShown) {
      for (const thing of this.boxes) {
        if (thing === this.selected) continue;
        const kind = isOverfull(thing) ? "overfull" : thing.kind === "part" ? "part" : thing.fit ? "text" : thing.kind === "call" ? thing.name : thing.name === "image" ? "image" : "named";
        parts.push(drawn("polygon", { class: `box ${kind}`, points: points(thing.corners) }));
        if (fullnessOf(thing) !== null) parts.push(this.gauge(thing));
      }
    }
    for (const [axis, line] of guides) parts.push(...this.guide(axis, line));
    if (this.selected && corners) {
      const fixed = this.canMove(this.selected) ? "" : " fixed";
      const overfull = isOverfull(this.selected) ? " overfull" : "";
      parts.push(drawn("polygon", { class: `chosen under`, points: points(corners) }), drawn("polygon", { class: `chosen${fixed}${overfull}`, points: points(corners) }));
      if (fullnessOf(this.selected) !== null && !this.drag?.begun) parts.push(this.gauge(this.selected));
      const size = 9 / this.mm;
      for (const name of this.handles(this.selected)) {
        const x = name.includes("w") ? bounds.left : name.includes("e") ? bounds.right : (bounds.left + bounds.right) / 2;
        const y = name.includes("n") ? bounds.top : name.includes("s") ? bounds.bottom : (bounds.top + bounds.bottom) / 2;
        parts.push(drawn("rect", { class: `handle ${name}`, "data-handle": name, x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size / 5 }));
      }
    }
    this.overlay.replaceChildren(...parts);
    this.bounds = bounds;
    this.drawRulers();
  }

  // A bar along the right edge of a text's box, as high as its text is of it; of a turned box it is turned as that.
  gauge(thing) {
    const [, top, bottom, corner] = thing.corners;
    const share = Math.min(1, fullnessOf(thing));
    const across = [bottom[0] - corner[0], bottom[1] - corner[1]];
    const thick = across.map((each) => (each / (Math.hypot(...across) || 1)) * (3 / this.mm));
    const end = [0, 1].map((axis) => bottom[axis] + (top[axis] - bottom[axis]) * share);
    const corners = [bottom, end, end.map((each, axis) => each + thick[axis]), bottom.map((each, axis) => each + thick[axis])];
    return drawn("polygon", { class: `gauge${isOverfull(thing) ? " overfull" : ""}`, points: corners.map((each) => each.join(",")).join(" ") });
  }

  guide(axis, { at, what }) {
    const { width, height, bleed } = this.shape;
    const ends = axis === "x" ? { x1: at, x2: at, y1: -bleed, y2: height + bleed } : { y1: at, y2: at, x1: -bleed, x2: width + bleed };
    const words = { centre: say("centre"), safe: say("safe zone"), trim: say("trim"), neighbour: "" }[what];
    const size = 11 / this.mm;
    const place = axis === "x" ? { x: at + size / 3, y: -bleed + size } : { x: -bleed + size / 3, y: at - size / 3 };
    const label = words ? [drawn("text", { class: "guide-name", "font-size": size, ...place }, words)] : [];
    return [drawn("line", { class: `guide ${what}`, ...ends }), ...label];
  }

  point(event) {
    this.pointer = event ? this.at(event) : null;
    this.position.textContent = this.pointer ? this.pointer.map((each) => each.toFixed(1)).join("  ") : "mm";
    this.drawRulers();
  }

  drawRulers() {
    if (!this.mm || this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      const style = getComputedStyle(this.element);
      const colours = { ink: style.getPropertyValue("--soft"), strong: style.getPropertyValue("--ink"), glow: style.getPropertyValue("--glow") };
      const pad = this.pad.getBoundingClientRect();
      const box = this.side.element.getBoundingClientRect();
      const chosen = this.selected && this.bounds;
      this.drawRuler(this.across, pad.width, box.left - pad.left, this.shape.width, this.pointer?.[0], chosen && [chosen.left, chosen.right], false, colours);
      this.drawRuler(this.down, pad.height, box.top - pad.top, this.shape.height, this.pointer?.[1], chosen && [chosen.top, chosen.bottom], true, colours);
    });
  }

  drawRuler(canvas, length, zero, far, pointer, span, isDown, colours) {
    const sharp = devicePixelRatio;
    const [width, height] = isDown ? [RULER, length] : [length, RULER];
    canvas.width = Math.max(1, Math.round(width * sharp)), (canvas.height = Math.max(1, Math.round(height * sharp)));
    canvas.style.width = `${width}px`, (canvas.style.height = `${height}px`);
    const pen = canvas.getContext("2d");
    pen.scale(sharp, sharp);
    const rect = (at, size, from, deep) => (isDown ? pen.fillRect(from, at, deep, size) : pen.fillRect(at, from, size, deep));
    if (span) {
      pen.fillStyle = colours.glow;
      pen.globalAlpha = 0.28;
      rect(zero + span[0] * this.mm, (span[1] - span[0]) * this.mm, 0, RULER);
      pen.globalAlpha = 1;
    }
    pen.font = "10px system-ui, sans-serif";
    pen.textBaseline = "top";
    const [first, last] = [Math.floor(-zero / this.mm), Math.ceil((length - zero) / this.mm)];
    const step = STEPS.find((each) => each * this.mm >= 3.5) ?? 100;
    const named = STEPS.find((each) => each > 1 && each * this.mm >= 42) ?? 200;
    for (let mm = Math.ceil(first / step) * step; mm <= last; mm += step) {
      const deep = mm % named === 0 ? 11 : mm % (5 * step) === 0 ? 8 : 4;
      pen.fillStyle = mm === 0 ? colours.glow : colours.ink;
      rect(zero + mm * this.mm - 0.5, 1, RULER - deep, deep);
      if (mm % named) continue;
      pen.fillStyle = colours.ink;
      if (isDown) {
        pen.save();
        pen.translate(2, zero + mm * this.mm - 3);
        pen.rotate(-Math.PI / 2);
        pen.fillText(String(mm), 0, 0);
        pen.restore();
      } else pen.fillText(String(mm), zero + mm * this.mm + 3, 2);
    }
    pen.fillStyle = colours.glow;
    rect(zero + far * this.mm - 0.5, 1, 8, RULER - 8); // where the card ends
    if (pointer === undefined || pointer === null) return;
    pen.fillStyle = colours.strong;
    rect(zero + pointer * this.mm - 0.5, 1, 0, RULER);
  }
}

// The parts of a stack, which that places.
function partsOf({ key, parts = [], nodes, file, template, line, place, at }) {
  return parts.map(({ kind, edges: [left, top, right, bottom], lack }, number) => ({
    key: `${key} ${number}`, kind: "part", name: kind, number: number + 1, of: key, box: [left, top, right - left, bottom - top], boxNode: nodes[0].parentNode, nodes: [],
    file, template, line, place, at, source: "", label: "", field: "", numbers: {}, move: { by: "", keys: [] }, size: [], why: { is: "stack", line }, lack,
  }));
}

// Whether there is more in a box than it has room for.
export function isOverfull(thing) {
  return Boolean(thing.fit?.lack || thing.lack) || fullnessOf(thing) > 1.001;
}

// The share of its box that a text or a stack takes; null for what has no box, or none that it fills.
export function fullnessOf({ used, box }) {
  return used !== undefined && box ? used / box[3] : null;
}

function moved({ left, top, right, bottom, width, height }, [x, y]) {
  return { left: left + x, right: right + x, top: top + y, bottom: bottom + y, width, height };
}

function contains(one, other) {
  return one.nodes.some((node) => other.nodes.some((each) => node !== each && node.contains(each)));
}

function keepRatio(edges, bounds, handle) {
  const factor = Math.max((edges.right - edges.left) / bounds.width, (edges.bottom - edges.top) / bounds.height);
  const [width, height] = [bounds.width * factor, bounds.height * factor];
  if (handle.includes("e")) edges.right = bounds.left + width;
  else edges.left = bounds.right - width;
  if (handle.includes("s")) edges.bottom = bounds.top + height;
  else edges.top = bounds.bottom - height;
}

function boundsOfPath(path) {
  if (!path?.getAttribute("d")) return null;
  const { x, y, width, height } = path.getBBox();
  return { left: x, top: y, right: x + width, bottom: y + height };
}
