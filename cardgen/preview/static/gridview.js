// A grid of cells that scrolls: only the rows in view are elements. It knows places (row, column) and keys; what a cell says is painted by
// its owner. One cell is the active one and has the focus; it and an anchor span the selection. Roles and keys are those of the ARIA grid.

import { element } from "./cards.js";

export const ROW = 36; // pixels, as grid.css has it
const HEAD = 38;
const SPARE = 6; // rows that are there above and below what is seen
const LEAST = 56; // pixels of a column

export class GridView {
  // `acts`: paint(cell, row, column) gives its classes, paintHead(cell, column), paintRow(head, row), open(key), pick(), sort(column), resized(column)
  constructor(label, acts) {
    this.acts = acts;
    this.columns = [];
    this.count = 0;
    this.active = { row: 0, column: 0 };
    this.anchor = { row: 0, column: 0 };
    this.rows = new Map(); // row -> element
    this.spare = [];
    this.head = element("div", { class: "head", role: "row", "aria-rowindex": "1" });
    this.body = element("div", { class: "body", role: "rowgroup" });
    this.element = element(
      "div",
      { class: "cells", role: "grid", "aria-label": label, "aria-multiselectable": "true" },
      element("div", { role: "rowgroup", class: "heads" }, this.head),
      this.body,
    );
    this.isLeaving = false;
    this.element.addEventListener("scroll", () => this.soon(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("pointerdown", (event) => this.press(event));
    this.body.addEventListener("dblclick", (event) => event.target.closest("[role=gridcell]") && this.acts.open(""));
    this.head.addEventListener("click", (event) => this.clickHead(event));
    this.head.addEventListener("pointerdown", (event) => this.grip(event));
    new ResizeObserver(() => this.soon()).observe(this.element);
  }

  // -- what it shows

  show(columns, count) {
    const hadFocus = this.hasFocus;
    const layout = JSON.stringify(columns.map(({ key, width, isFrozen }) => [key, width, isFrozen]));
    if (layout !== this.layout) {
      this.layout = layout;
      this.columns = columns;
      this.layColumns();
      for (const row of [...this.rows.values(), ...this.spare]) row.remove();
      this.rows.clear();
      this.spare = [];
    }
    this.columns = columns;
    this.count = count;
    this.element.setAttribute("aria-rowcount", count + 1);
    this.element.setAttribute("aria-colcount", columns.length + 1);
    this.body.style.height = `${count * ROW}px`;
    const last = { row: Math.max(0, count - 1), column: Math.max(0, columns.length - 1) };
    for (const place of [this.active, this.anchor]) {
      place.row = Math.min(place.row, last.row);
      place.column = Math.min(place.column, last.column);
    }
    this.layHead();
    this.draw(true);
    if (hadFocus && !this.hasFocus) this.focus();
  }

  layColumns() {
    const widths = this.columns.map(({ width }) => `${width}px`);
    this.element.style.setProperty("--columns", ["48px", ...widths].join(" "));
    this.element.style.setProperty("--all", `${48 + this.columns.reduce((sum, { width }) => sum + width, 0)}px`);
  }

  layHead() {
    const heads = this.columns.map((column, at) => {
      const cell = element("div", { class: column.isFrozen ? "frozen" : "", role: "columnheader", "aria-colindex": at + 2 });
      cell.dataset.column = at;
      this.acts.paintHead(cell, column);
      cell.append(element("span", { class: "grip", "aria-hidden": "true" }));
      return cell;
    });
    const corner = element("div", { class: "corner", role: "columnheader", "aria-colindex": "1" }, element("span", { class: "unheard" }, "#"));
    this.head.replaceChildren(corner, ...heads);
  }

  soon() {
    this.awaited ??= requestAnimationFrame(() => {
      this.awaited = undefined;
      this.draw(false);
    });
  }

  draw(isAnew) {
    const { scrollTop, clientHeight } = this.element;
    if (!clientHeight) return;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - SPARE);
    const last = Math.min(this.count - 1, Math.ceil((scrollTop + clientHeight - HEAD) / ROW) + SPARE);
    const wanted = (row) => row < this.count && ((row >= first && row <= last) || row === this.active.row);
    for (const [row, shown] of this.rows) {
      if (wanted(row)) continue;
      this.rows.delete(row);
      this.spare.push(shown);
    }
    for (let row = first; row <= last; row++) this.drawRow(row, isAnew);
    if (this.active.row < this.count) this.drawRow(this.active.row, isAnew && (this.active.row < first || this.active.row > last));
    while (this.spare.length > 60) this.spare.pop().remove();
    for (const unused of this.spare) unused.hidden = true;
  }

  drawRow(row, isAnew) {
    const known = this.rows.get(row);
    if (known && !isAnew) return;
    const shown = known ?? this.spare.pop() ?? this.newRow();
    shown.hidden = false;
    if (!known) {
      this.rows.set(row, shown);
      shown.row = row;
      shown.style.transform = `translateY(${row * ROW}px)`;
      shown.setAttribute("aria-rowindex", row + 2);
      shown.classList.toggle("even", row % 2 === 1);
    }
    const [head, ...cells] = shown.children;
    this.acts.paintRow(head, row);
    cells.forEach((cell, at) => {
      cell.kinds = this.acts.paint(cell, row, this.columns[at]);
      this.mark(cell, row, at);
    });
  }

  newRow() {
    const head = element("div", { class: "number", role: "rowheader", "aria-colindex": "1" });
    const cells = this.columns.map((column, at) => {
      const cell = element("div", { role: "gridcell", "aria-colindex": at + 2, tabindex: "-1" });
      cell.column = at;
      cell.frozen = column.isFrozen ? " frozen" : "";
      return cell;
    });
    const row = element("div", { class: "row-of-cells", role: "row" }, head, ...cells);
    this.body.append(row);
    return row;
  }

  // -- what is chosen

  get range() {
    const { active, anchor } = this;
    return {
      top: Math.min(active.row, anchor.row),
      bottom: Math.max(active.row, anchor.row),
      left: Math.min(active.column, anchor.column),
      right: Math.max(active.column, anchor.column),
    };
  }

  mark(cell, row, column) {
    const { active, anchor } = this;
    const isActive = row === active.row && column === active.column;
    const isIn = (row - active.row) * (row - anchor.row) <= 0 && (column - active.column) * (column - anchor.column) <= 0;
    const isOne = active.row === anchor.row && active.column === anchor.column;
    const kinds = `${cell.kinds}${isActive ? " active" : ""}${isIn && !isOne ? " in" : ""}`;
    if (cell.className !== kinds) cell.className = kinds;
    if (isIn !== cell.isIn) {
      cell.isIn = isIn;
      cell.setAttribute("aria-selected", isIn);
    }
    if (isActive !== cell.isActive) {
      cell.isActive = isActive;
      cell.tabIndex = isActive ? 0 : -1;
    }
  }

  remark() {
    for (const [row, shown] of this.rows) [...shown.children].slice(1).forEach((cell, at) => this.mark(cell, row, at));
  }

  select(row, column, { isExtended = false, isFocused = true } = {}) {
    if (!this.count || !this.columns.length) return;
    this.active = { row: Math.min(this.count - 1, Math.max(0, row)), column: Math.min(this.columns.length - 1, Math.max(0, column)) };
    if (!isExtended) this.anchor = { ...this.active };
    this.reveal();
    this.draw(false);
    this.remark();
    if (isFocused) this.focus();
    this.acts.pick();
  }

  selectRange(top, left, bottom, right) {
    this.active = { row: top, column: left };
    this.anchor = { row: Math.min(bottom, this.count - 1), column: Math.min(right, this.columns.length - 1) };
    this.draw(false);
    this.remark();
    this.acts.pick();
  }

  cellAt(row, column) {
    return this.rows.get(row)?.children[column + 1];
  }

  focus() {
    this.cellAt(this.active.row, this.active.column)?.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  reveal() {
    const { row, column } = this.active;
    const view = this.element;
    const top = row * ROW;
    const room = view.clientHeight - HEAD;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + ROW > view.scrollTop + room) view.scrollTop = top + ROW - room;
    const before = (at) => this.columns.slice(0, at).reduce((sum, { width }) => sum + width, 48);
    if (this.columns[column].isFrozen) return;
    const frozen = this.columns.filter((each) => each.isFrozen).reduce((sum, { width }) => sum + width, 48);
    const [left, right] = [before(column), before(column + 1)];
    if (left - frozen < view.scrollLeft) view.scrollLeft = left - frozen;
    else if (right > view.scrollLeft + view.clientWidth) view.scrollLeft = right - view.clientWidth;
  }

  // -- the mouse and fingers

  placeOf(target) {
    const row = target.closest?.(".row-of-cells");
    if (!row || !this.body.contains(row)) return null;
    return { row: row.row, column: target.closest("[role=gridcell]")?.column ?? -1 };
  }

  press(event) {
    const place = this.placeOf(event.target);
    if (!place || event.button > 0) return;
    if (event.pointerType === "touch") return this.tap(event, place);
    event.preventDefault();
    const isRow = place.column < 0;
    const goTo = ({ row, column }, isExtended) => {
      if (!isRow) return this.select(row, column < 0 ? 0 : column, { isExtended });
      if (!isExtended) this.anchor = { row, column: this.columns.length - 1 };
      this.active = { row, column: 0 };
      this.draw(false);
      this.remark();
      this.focus();
      this.acts.pick();
    };
    goTo(place, event.shiftKey);
    const move = (moved) => {
      const over = this.placeOf(document.elementFromPoint(moved.clientX, moved.clientY) ?? document.body);
      if (over && (over.row !== this.active.row || over.column !== this.active.column)) goTo(over, true);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
  }

  // A finger scrolls; a tap chooses, and another on the same cell opens it.
  tap(event, place) {
    const { pointerId, clientX, clientY } = event;
    const end = (ended) => {
      if (ended.pointerId !== pointerId) return;
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      const isTap = ended.type === "pointerup" && Math.hypot(ended.clientX - clientX, ended.clientY - clientY) < 9;
      if (!isTap) return;
      const isAgain = this.active.row === place.row && this.active.column === place.column && this.hasFocus;
      this.select(place.row, Math.max(0, place.column));
      if (isAgain) this.acts.open("");
    };
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  clickHead(event) {
    const head = event.target.closest("[data-column]");
    if (event.target.closest(".corner")) this.selectRange(0, 0, this.count - 1, this.columns.length - 1);
    else if (head && !event.target.closest(".grip")) this.acts.sort(this.columns[head.dataset.column]);
  }

  grip(event) {
    if (!event.target.closest(".grip")) return;
    event.preventDefault();
    const column = this.columns[event.target.closest("[data-column]").dataset.column];
    const [start, width] = [event.clientX, column.width];
    const move = (moved) => this.resize(column, width + moved.clientX - start);
    addEventListener("pointermove", move);
    addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
  }

  resize(column, width) {
    column.width = Math.max(LEAST, Math.round(width));
    this.layColumns();
    this.acts.resized(column);
  }

  // -- keys

  key(event) {
    if (event.target.closest(".editor")) return;
    const { key, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    if (key === "Tab") return this.tab(event);
    this.isLeaving = key === "Escape";
    if (event.altKey && key.startsWith("Arrow") && shiftKey) return this.widen(event);
    if (event.altKey) return;
    const page = Math.max(1, Math.floor((this.element.clientHeight - HEAD) / ROW) - 1);
    const [rows, columns] = [this.count - 1, this.columns.length - 1];
    const { row, column } = this.active;
    const goes = {
      ArrowUp: () => [isControl ? 0 : row - 1, column],
      ArrowDown: () => [isControl ? rows : row + 1, column],
      ArrowLeft: () => [row, isControl ? 0 : column - 1],
      ArrowRight: () => [row, isControl ? columns : column + 1],
      Home: () => [isControl ? 0 : row, 0],
      End: () => [isControl ? rows : row, columns],
      PageUp: () => [row - page, column],
      PageDown: () => [row + page, column],
    }[key];
    if (goes) {
      this.select(...goes(), { isExtended: shiftKey });
      return taken(event);
    }
    if (isControl && key.toLowerCase() === "a") {
      this.selectRange(0, 0, rows, columns);
      return taken(event);
    }
    if (isControl && key !== "Enter") return;
    if (key === " " && shiftKey) {
      this.selectRange(row, 0, row, columns);
      return taken(event);
    }
    if (key === "Escape") {
      this.select(row, column);
      return event.stopPropagation();
    }
    if (key === "Enter" || key === "F2" || key.length === 1) {
      this.acts.open(key, isControl);
      taken(event);
    }
  }

  // Tab goes from cell to cell as in a spreadsheet; behind Esc, and at both ends, it leaves the grid.
  tab(event) {
    const { row, column } = this.active;
    const by = event.shiftKey ? -1 : 1;
    const next = row * this.columns.length + column + by;
    if (this.isLeaving || next < 0 || next >= this.count * this.columns.length) return;
    this.select(Math.floor(next / this.columns.length), next % this.columns.length);
    taken(event);
  }

  widen(event) {
    const by = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (!by) return;
    const column = this.columns[this.active.column];
    this.resize(column, column.width + by);
    taken(event);
  }
}

function taken(event) {
  event.preventDefault();
  event.stopPropagation();
}
