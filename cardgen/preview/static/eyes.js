// The page as other eyes see it: a filter for each kind, by the matrices of Machado, Oliveira and Fernandes (2009), for linear light;
// and a plate as its film: its colour becomes one that nothing else has, and all but that white.

import { element, showFilm } from "./cards.js";
import { phrase, say } from "./language.js";
import { about } from "./store.js";

const VISIONS = { protanopia: phrase("protanopia"), deuteranopia: phrase("deuteranopia"), tritanopia: phrase("tritanopia") };
const SVG = "http://www.w3.org/2000/svg";

// Puts the filters into the page, and a choice for each into the list.
export function addEyes(list) {
  const defs = document.createElementNS(SVG, "svg");
  defs.setAttribute("class", "unseen");
  for (const [name, rows] of Object.entries(about.visions)) {
    const filter = document.createElementNS(SVG, "filter");
    filter.id = name;
    filter.setAttribute("color-interpolation-filters", "linearRGB");
    const matrix = document.createElementNS(SVG, "feColorMatrix");
    matrix.setAttribute("type", "matrix");
    matrix.setAttribute("values", [...rows.map((row) => `${row.join(" ")} 0 0`), "0 0 0 1 0"].join(" "));
    filter.append(matrix);
    defs.append(filter);
    list.append(element("option", { value: name }, say(VISIONS[name] ?? name)));
  }
  defs.append(film());
  document.body.append(defs);
}

const PLATE = "plate-";
const MARK = [254, 1, 254]; // as in preview/server.py: what nobody writes, beside a magenta that many do

// Only what is that colour to a hair is black.
function film() {
  const filter = document.createElementNS(SVG, "filter");
  filter.id = "film";
  filter.setAttribute("color-interpolation-filters", "sRGB");
  const together = document.createElementNS(SVG, "feColorMatrix");
  const row = ".3334 .3334 .3334 0 0";
  together.setAttribute("values", `${row} ${row} ${row} 0 0 0 1 0`);
  filter.append(steps(MARK.map((value) => Array.from({ length: 256 }, (_, at) => Number(at === value)))), together, steps(Array(3).fill([1, 1, 1, 0])));
  return filter;
}

// What becomes of red, green and blue, each by a table of steps.
function steps(tables) {
  const made = document.createElementNS(SVG, "feComponentTransfer");
  for (const [at, part] of ["R", "G", "B"].entries()) {
    const table = document.createElementNS(SVG, `feFunc${part}`);
    table.setAttribute("type", "discrete");
    table.setAttribute("tableValues", tables[at].join(" "));
    made.append(table);
  }
  return made;
}

// A choice for each plate of the games, and only for those.
export function listPlates(list, games) {
  const plates = Object.assign({}, ...games.map((game) => game.plates));
  list.querySelectorAll(`[value^="${PLATE}"]`).forEach((old) => old.remove());
  for (const [name, plate] of Object.entries(plates)) list.append(element("option", { value: PLATE + name }, say("plate: {plate} ({name})", { plate, name })));
}

// Shows one plate alone, or none.
export function showPlate(root, sight) {
  const name = sight.startsWith(PLATE) ? sight.slice(PLATE.length) : "";
  for (const old of [...root.style].filter((each) => each.startsWith("--palette-"))) root.style.removeProperty(old);
  if (name) root.style.setProperty(`--palette-${name}`, `rgb(${MARK})`);
  showFilm(name);
  root.classList.toggle("film", Boolean(name));
}
