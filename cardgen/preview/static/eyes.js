// The page as other eyes see it: a filter for each kind, by the matrices of Machado, Oliveira and Fernandes (2009), for linear light.

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
  document.body.append(defs);
}
