// Where things of a card lie: their nodes in the picture, their boxes in millimetres from the upper left corner of the trim, what they snap to.

const LEAST = 1.2; // millimetres that a neighbour is wide or high at the least to be snapped to

export class Geometry {
  constructor(svg, shape) {
    this.svg = svg;
    this.shape = shape;
    const box = svg.viewBox.baseVal;
    this.origin = { x: box.x, y: box.y };
    this.unit = shape.width / box.width; // millimetres of a unit of the root
    this.screen = svg.getScreenCTM().inverse();
  }

  // From the units inside a node to millimetres on the card.
  matrix(node) {
    const { unit, origin } = this;
    const inRoot = node === this.svg ? new DOMMatrix() : DOMMatrix.fromMatrix(this.screen).multiply(DOMMatrix.fromMatrix(node.getScreenCTM()));
    return new DOMMatrix([unit, 0, 0, unit, -origin.x * unit, -origin.y * unit]).multiply(inRoot);
  }

  // What a thing's own numbers are measured in: its own units, of a placed text those around it.
  frame(thing) {
    const [node] = thing.nodes;
    const outside = thing.kind === "call" || thing.name === "svg" || thing.move?.by === "shift";
    return this.matrix(outside ? node.parentNode : node);
  }

  // The four corners of a thing, in millimetres; none of what shows nothing.
  corners(thing) {
    if (thing.box) return this.cornersOf(thing.box, this.matrix(thing.boxNode ?? thing.nodes[0].parentNode));
    const all = thing.nodes.map((node) => this.nodeCorners(node)).filter(Boolean);
    if (!all.length) return null;
    return all.length === 1 ? all[0] : cornersOfBounds(boundsOf(all.flat()));
  }

  nodeCorners(node) {
    if (!node.getBBox) return null;
    let box;
    try {
      box = node.getBBox();
    } catch {
      return null;
    }
    if (!box.width && !box.height) return null;
    return this.cornersOf([box.x, box.y, box.width, box.height], this.matrix(node));
  }

  cornersOf([x, y, width, height], matrix) {
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(([left, top]) => {
      const point = new DOMPoint(left, top).matrixTransform(matrix);
      return [point.x, point.y];
    });
  }
}

export function boundsOf(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, right: Math.max(...xs), bottom: Math.max(...ys), width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

export function cornersOfBounds({ left, top, right, bottom }) {
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

// A vector without its place: how far a way goes in other units.
export function turned(matrix, [x, y]) {
  return [matrix.a * x + matrix.c * y, matrix.b * x + matrix.d * y];
}

export function isUpright(matrix) {
  return Math.abs(matrix.b) < 1e-6 && Math.abs(matrix.c) < 1e-6 && matrix.a > 0 && matrix.d > 0;
}

export function scaleOf(matrix) {
  return Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
}

// The lines that things snap to, across and down: the middle, the safe zone, the cut, edges and middles of the neighbours.
export function snapLines(shape, safe, neighbours) {
  const lines = { x: [], y: [] };
  const add = (axis, at, what) => lines[axis].push({ at, what });
  add("x", shape.width / 2, "centre"), add("y", shape.height / 2, "centre");
  for (const [axis, far] of [["x", shape.width], ["y", shape.height]]) {
    add(axis, 0, "trim"), add(axis, far, "trim");
  }
  if (safe) (add("x", safe.left, "safe"), add("x", safe.right, "safe"), add("y", safe.top, "safe"), add("y", safe.bottom, "safe"));
  for (const { left, right, top, bottom, width, height } of neighbours) {
    if (width >= LEAST) [left, right, (left + right) / 2].forEach((at) => add("x", at, "neighbour"));
    if (height >= LEAST) [top, bottom, (top + bottom) / 2].forEach((at) => add("y", at, "neighbour"));
  }
  return lines;
}

const RANK = { centre: 0, safe: 1, trim: 2, neighbour: 3 };

// How much further a box must go along an axis to meet a line, and which one; nothing within reach is no way.
export function snapped(lines, places, reach) {
  let best = null;
  for (const place of places) {
    for (const line of lines) {
      const by = line.at - place;
      if (Math.abs(by) > reach) continue;
      const better = !best || Math.abs(by) < Math.abs(best.by) - 1e-6 || (Math.abs(by) < Math.abs(best.by) + 1e-6 && RANK[line.what] < RANK[best.line.what]);
      if (better) best = { by, line };
    }
  }
  return best;
}
