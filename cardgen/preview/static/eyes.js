// The page as other eyes see it: a filter for each kind, by the matrices of Machado, Oliveira and Fernandes (2009), for linear light;
// and a plate as its film: its colour becomes one that nothing else has, and all but that white.

import { element } from "./cards.js";
import { about } from "./store.js";

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
    list.append(element("option", { value: name }, name));
  }
  defs.append(film());
  document.body.append(defs);
}

const PLATE = "plate-";
const MARK = "#f0f"; // red and blue in full, and no green

// Half of red, half of blue and none of green is what no other colour has as much of; what has nearly all of it is black.
function film() {
  const filter = document.createElementNS(SVG, "filter");
  filter.id = "film";
  filter.setAttribute("color-interpolation-filters", "sRGB");
  const row = ".5 -1 .5 0 0";
  const steps = { feColorMatrix: { type: "matrix", values: `${row} ${row} ${row} 0 0 0 1 0` }, feComponentTransfer: {} };
  for (const [name, values] of Object.entries(steps)) {
    const step = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(values)) step.setAttribute(key, value);
    for (const part of name === "feComponentTransfer" ? ["R", "G", "B"] : []) {
      const table = document.createElementNS(SVG, `feFunc${part}`);
      table.setAttribute("type", "discrete");
      table.setAttribute("tableValues", [...Array(31).fill(1), 0].join(" "));
      step.append(table);
    }
    filter.append(step);
  }
  return filter;
}

// A choice for each plate of the games, and only for those.
export function listPlates(list, games) {
  const plates = Object.assign({}, ...games.map((game) => game.plates));
  list.querySelectorAll(`[value^="${PLATE}"]`).forEach((old) => old.remove());
  for (const [name, plate] of Object.entries(plates)) list.append(element("option", { value: PLATE + name }, `plate: ${plate} (${name})`));
}

// Shows one plate alone, or none.
export function showPlate(root, sight) {
  const name = sight.startsWith(PLATE) ? sight.slice(PLATE.length) : "";
  for (const old of [...root.style].filter((each) => each.startsWith("--palette-"))) root.style.removeProperty(old);
  if (name) root.style.setProperty(`--palette-${name}`, MARK);
  root.classList.toggle("film", Boolean(name));
}
