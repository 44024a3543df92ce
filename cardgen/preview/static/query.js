// The language of the search box: words, and fields with a sign. What it means is one function from a card to yes or no.

const TERM = /(-?)(?:([\p{L}_][\p{L}\p{N}_-]*)(>=|<=|!=|[:=><]))?((?:"[^"]*"?|[^\s"]+)*)\s*/uy;
const VALUE = /"([^"]*)"?|([^,"]+)/g;

// What only the language of --cards says: the server is asked which cards that means.
const SELECTION = /[*?|]|\d\s*-\s*\d|==|:\d+\s*(,|$)|(^|,)\s*!|[<>]=?\s|\b(and|or|in|is|not)\s|^\s*["']/;

export function selects(text) {
  return SELECTION.test(text);
}

export function terms(text) {
  const found = [];
  TERM.lastIndex = 0;
  const trimmed = text.trim();
  while (TERM.lastIndex < trimmed.length) {
    const before = TERM.lastIndex;
    const match = TERM.exec(trimmed);
    if (!match || TERM.lastIndex === before) break;
    const [, not, field, sign, rest] = match;
    const values = [...rest.matchAll(VALUE)].map((value) => (value[1] ?? value[2]).toLowerCase());
    if (field || values.length) found.push({ not: not === "-", field: field ?? "", sign: sign ?? "", values });
  }
  return found;
}

export function matcher(text) {
  const all = terms(text);
  return (card) => all.every((term) => holds(term, card) !== term.not);
}

// A card here: {id, copies, deck, fields, wrong, since}.
export function valueOf(card, field) {
  if (field === "id" || field === "copies" || field === "deck") return card[field];
  const name = Object.keys(card.fields).find((known) => known.toLowerCase() === field.toLowerCase());
  return name === undefined ? undefined : card.fields[name];
}

function holds(term, card) {
  if (!term.field) return term.values.every((word) => everything(card).includes(word));
  if (term.field === "is") return term.values.some((value) => is(card, value));
  const value = valueOf(card, term.field);
  const entries = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((entry) => String(entry).toLowerCase());
  if (!term.values.length) return entries.length > 0;
  const any = term.values.some((wanted) => entries.some((entry) => compared(entry, term.sign, wanted)));
  return term.sign === "!=" ? !any : any;
}

function is(card, value) {
  if (value === "wrong") return card.wrong;
  return value === "changed" ? Boolean(card.since) : value === card.since;
}

function compared(entry, sign, wanted) {
  const range = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(wanted);
  if (range) return Number(entry) >= Number(range[1]) && Number(entry) <= Number(range[2]);
  const numbers = entry !== "" && wanted !== "" && !isNaN(entry) && !isNaN(wanted);
  const [one, two] = numbers ? [Number(entry), Number(wanted)] : [entry, wanted];
  switch (sign) {
    case ">": return one > two;
    case "<": return one < two;
    case ">=": return one >= two;
    case "<=": return one <= two;
    case ":": return numbers ? one === two : one.includes(two);
    default: return one === two;
  }
}

function everything(card) {
  return `${card.id} ${Object.values(card.fields).flat().join(" ")}`.toLowerCase();
}

// The text with one value of a field added, or taken away where it stands already: what a click on a filter does.
export function toggled(text, field, value) {
  const written = /[\s,"]/.test(value) ? `"${value}"` : value;
  let done = false;
  const parts = text.trim().match(/(?:"[^"]*"|\S)+/g) ?? [];
  const kept = parts.map((part) => {
    if (!part.toLowerCase().startsWith(`${field.toLowerCase()}=`)) return part;
    done = true;
    const values = part.slice(field.length + 1).match(/"[^"]*"|[^,"]+/g) ?? [];
    const rest = values.filter((known) => known.toLowerCase() !== written.toLowerCase());
    if (rest.length === values.length) rest.push(written);
    return rest.length ? `${field}=${rest.join(",")}` : "";
  });
  return [...kept, ...(done ? [] : [`${field}=${written}`])].filter(Boolean).join(" ");
}

export function chosen(text, field) {
  const term = terms(text).find((known) => known.field.toLowerCase() === field.toLowerCase() && known.sign === "=" && !known.not);
  return new Set(term ? term.values : []);
}
