// Random numbers from a text: Mulberry32 (Tommy Ettinger, 2017, public domain), begun by the FNV-1a hash of the text's UTF-8.
// cardgen/rules/seeded.py is the same in Python; docs/howto-play.md has both in words.

export function textHash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

// A function that gives a number from 0 up to but not 1 at each call.
export function generator(seed) {
  let state = textHash(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

// A copy in another order, by Fisher and Yates, from the first place on.
export function shuffled(items, seed) {
  const next = generator(seed);
  const copy = [...items];
  for (let place = 0; place < copy.length - 1; place++) {
    const other = place + Math.floor(next() * (copy.length - place));
    [copy[place], copy[other]] = [copy[other], copy[place]];
  }
  return copy;
}

export function rolled(sides, seed) {
  return 1 + Math.floor(generator(seed)() * sides);
}

export function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
}
