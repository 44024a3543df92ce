// Files that are dropped or chosen: which are spreadsheets, pictures or fonts, and what lies in a folder.

export const TABLES = [".xlsx", ".ods", ".csv", ".tsv", ".txt", ".json"];
export const PICTURES = [".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".tif", ".tiff", ".svg", ".pdf"];
export const FONTS = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"];
const MOST_FILES = 2000;
const MOST_BYTES = 256 * 1024 * 1024;

export const endsIn = (file, endings) => endings.some((ending) => file.name.toLowerCase().endsWith(ending));
export const namesIn = (endings) => endings.map((ending) => ending.slice(1).toUpperCase()).join(" ");
export const areTooMany = (files) => files.length > MOST_FILES || files.reduce((sum, file) => sum + file.size, 0) > MOST_BYTES;
export const most = { count: MOST_FILES };

// "table" or "pictures", with those files; nothing where they are neither.
export function sorted(files) {
  const tables = files.filter((file) => endsIn(file, TABLES));
  const pictures = files.filter((file) => endsIn(file, PICTURES));
  if (tables.length === 1 && !pictures.length) return { kind: "table", files: tables };
  return pictures.length ? { kind: "pictures", files: pictures } : null;
}

// What was dropped: files, and those right in a folder, whose name comes with them.
export async function filesIn(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return { files: [...transfer.files], folder: "" };
  const files = (await Promise.all(entries.map(filesOf))).flat();
  return { files, folder: entries.find((entry) => entry.isDirectory)?.name ?? "" };
}

async function filesOf(entry) {
  const fileOf = (each) => new Promise((done, failed) => each.file(done, failed));
  if (entry.isFile) return [await fileOf(entry)];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) break;
    found.push(...some.filter((each) => each.isFile && !each.name.startsWith(".")));
  }
  return Promise.all(found.map(fileOf));
}
