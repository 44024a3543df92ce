// Cells as spreadsheets copy and paste them: lines, tabs between cells, quotes around what holds either.

export function readCells(text) {
  const rows = [[""]];
  let isQuoted = false;
  const clean = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at < clean.length; at++) {
    const sign = clean[at];
    const row = rows.at(-1);
    if (isQuoted) {
      if (sign !== '"') row[row.length - 1] += sign;
      else if (clean[at + 1] === '"') (row[row.length - 1] += '"'), at++;
      else isQuoted = false;
    } else if (sign === '"' && row.at(-1) === "" && closes(clean, at)) isQuoted = true;
    else if (sign === "\t") row.push("");
    else if (sign === "\n") rows.push([""]);
    else row[row.length - 1] += sign;
  }
  return rows;
}

// Whether a quote at the beginning of a cell is one that the program has put there: its partner ends the cell.
function closes(text, start) {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return [undefined, "\t", "\n"].includes(text[at + 1]);
    at++;
  }
  return false;
}

export function writeCells(rows) {
  const cell = (text) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join("\t")).join("\n");
}
