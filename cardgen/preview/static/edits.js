// Edits of files: asked for, shown, taken back. What somebody else has changed meanwhile is asked: mine or theirs.

import { element } from "./cards.js";
import { phrase, say } from "./language.js";
import { about } from "./store.js";

const $ = (id) => document.getElementById(id);
const state = { undo: 0, redo: 0 };
let toast = () => {};
let waiting = Promise.resolve();

export function initEdits(goTo, sayShortly) {
  toast = sayShortly;
  if (!about.edits) return;
  $("edit-bar").hidden = false;
  $("undo").addEventListener("click", () => undo());
  $("redo").addEventListener("click", () => redo());
  addEventListener("keydown", onKey);
  fetch("/edit/state").then((answer) => answer.json()).then(drawState, () => {});
}

// Makes edits, all of them or none, and gives the server's answer; see docs/architecture.md for what an edit says. With `dry` nothing is
// written, and the answer's `diff` shows what would be. With `quiet` nothing is said or asked on the page.
export async function edit(edits, { dry = false, quiet = false } = {}) {
  const answer = await inTurn(() => asked("/edit", { edits, dry }));
  if (answer.conflict && !quiet) return settled(edits, answer, { dry });
  return told(answer, { dry, quiet });
}

// What an answer of the server's that has written something changes here; `ask` asks for it once all before it are written.
export async function edited(ask, how) {
  return told(await inTurn(ask), how);
}

export const undo = () => stepped("/edit/undo", phrase("Taken back: {says}"), phrase("Nothing to undo"));
export const redo = () => stepped("/edit/redo", phrase("Made again: {says}"), phrase("Nothing to redo"));

async function stepped(path, done, nothing) {
  const answer = told(await inTurn(() => asked(path, {})), { quiet: false });
  if (answer.done) toast(answer.files.length ? say(done, { says: answer.says.join("; ") }) : say(nothing));
  return answer;
}

// One after another: what is asked for first is written first.
function inTurn(ask) {
  waiting = waiting.then(ask, ask);
  return waiting;
}

async function asked(path, question) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-cardgen-token": about.token },
      body: JSON.stringify(question),
    });
    if (answer.ok) return await answer.json();
    return refused(await answer.text());
  } catch {
    return refused(say("The preview does not answer: nothing was saved"));
  }
}

export const refused = (what) => ({ done: false, finding: { code: "", what, remedy: "", at: "", sentence: what }, ...state });

function told(answer, { dry, quiet }) {
  drawState(answer);
  if (!answer.done && !quiet) toast(answer.finding.sentence);
  if (answer.done && answer.notes.length && !quiet && !dry) toast(answer.notes.join(" "));
  if (answer.done && !dry && answer.files.length) document.dispatchEvent(new CustomEvent("cardgen-edited", { detail: answer }));
  return answer;
}

function drawState({ undo: undoable, redo: redoable }) {
  Object.assign(state, { undo: undoable, redo: redoable });
  $("undo").disabled = !undoable;
  $("redo").disabled = !redoable;
}

// -- mine or theirs ---------------------------------------------------------------------------------------------------------------------

async function settled(edits, answer, { dry }) {
  drawState(answer);
  const isMine = await choice(answer);
  if (!isMine) return { ...answer, theirs: true };
  const { edit: number, field } = answer.conflict;
  const others = (seen) => Object.fromEntries(Object.entries(seen).filter(([name]) => name !== field));
  return edit(edits.map((each, at) => (at === number ? { ...each, seen: others(each.seen) } : each)), { dry });
}

// True for mine. Esc leaves theirs, which is on the disk.
function choice({ finding, conflict }) {
  const words = (value) => (value === null || value === "" ? say("nothing") : [value].flat().join(", "));
  const side = (name, label, value) => element("button", { value: name, class: "choice" }, element("strong", {}, label), element("span", {}, words(value)));
  const dialog = element(
    "dialog",
    { class: "conflict", "aria-labelledby": "conflict-title" },
    element(
      "form",
      { method: "dialog" },
      element("h2", { id: "conflict-title" }, say("Changed by somebody else meanwhile")),
      element("p", {}, finding.what),
      element("div", { class: "row" }, side("mine", say("Mine"), conflict.mine), side("theirs", say("Theirs"), conflict.theirs)),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((decided) => {
    dialog.addEventListener("close", () => (dialog.remove(), decided(dialog.returnValue === "mine")));
  });
}

// -- keys -------------------------------------------------------------------------------------------------------------------------------

function onKey(event) {
  const isWriting = event.target.matches?.("input, select, textarea, [contenteditable]");
  if (isWriting || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  const act = key === "y" || (key === "z" && event.shiftKey) ? redo : key === "z" ? undo : null;
  if (!act) return;
  event.preventDefault();
  act();
}
