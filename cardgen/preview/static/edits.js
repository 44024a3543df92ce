// Edits of files: asked for, shown, taken back. What somebody else has changed meanwhile is asked: mine or theirs.

import { element } from "./cards.js";
import { phrase, plural, say } from "./language.js";
import { about, store } from "./store.js";

const $ = (id) => document.getElementById(id);
const state = { undo: 0, redo: 0, lost: [], number: 0 };
let toast = () => {};
let waiting = Promise.resolve();

export function initEdits(goTo, sayShortly) {
  toast = sayShortly;
  if (!about.edits) return;
  $("edit-bar").hidden = false;
  $("undo").addEventListener("click", () => undo());
  $("redo").addEventListener("click", () => redo());
  addEventListener("keydown", onKey);
  store.addEventListener("edits", ({ detail }) => drawState(detail)); // also those of other pages
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

async function stepped(path, done, nothing, leave = false) {
  const answer = told(await inTurn(() => asked(path, { leave })), { quiet: false });
  if (answer.stuck && !leave && (await isLeft(answer))) return stepped(path, done, nothing, true);
  if (answer.done && leave && !answer.files.length) toast(say("It stays as it is"));
  else if (answer.done) toast(answer.files.length ? say(done, { says: answer.says.join("; ") }) : say(nothing));
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
  if (!answer.done && !answer.stuck && !quiet) toast(answer.finding.sentence);
  if (answer.done && answer.notes.length && !quiet && !dry) toast(answer.notes.join(" "));
  if (answer.done && !dry && answer.files.length) document.dispatchEvent(new CustomEvent("cardgen-edited", { detail: answer }));
  return answer;
}

// An answer may come after events that tell a later state.
function drawState({ undo: undoable, redo: redoable, lost, number }) {
  if (number < state.number) return;
  Object.assign(state, { undo: undoable, redo: redoable, number });
  $("undo").disabled = !undoable;
  $("redo").disabled = !redoable;
  if (JSON.stringify(lost) === JSON.stringify(state.lost)) return;
  state.lost = lost;
  $("lost").hidden = !lost.length;
  $("lost").replaceChildren(...lost.map(drawLost));
}

// -- what somebody has saved an older content over ---------------------------------------------------------------------------------------

function drawLost({ file, says }) {
  const words = plural(says.length, "{file} was saved elsewhere without an edit that was made here:", "{file} was saved elsewhere without {count} edits that were made here:", { file });
  return element(
    "div",
    {},
    element("p", {}, words, element("ul", {}, ...says.map((line) => element("li", {}, line)))),
    element("button", { value: "restore", onclick: () => restore(file) }, say("Make them anew")),
    element("button", { value: "leave", onclick: async () => told(await inTurn(() => asked("/edit/leave", { file })), { quiet: false }) }, say("Leave it so")),
  );
}

async function restore(file) {
  const answer = told(await inTurn(() => asked("/edit/restore", { file })), { quiet: false });
  if (!answer.done) return;
  const refused = answer.refused?.join("; ");
  toast(refused ? say("Not made anew, for another change stands there: {says}", { says: refused }) : say("Made anew: {says}", { says: answer.says.join("; ") }));
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
  const title = say("Changed by somebody else meanwhile");
  return isChosen("mine", title, element("p", {}, finding.what), element("div", { class: "row" }, side("mine", say("Mine"), conflict.mine), side("theirs", say("Theirs"), conflict.theirs)));
}

// True where what another program has written stays, and other edits can be taken back.
function isLeft({ finding }) {
  return isChosen(
    "leave",
    say("Something else is written there by now"),
    element("p", {}, finding.at ? `${finding.at}: ${finding.what}` : finding.what),
    element("p", {}, say("What it says now can stay as it is; edits before this one can be taken back then.")),
    element("div", { class: "row" }, element("button", { value: "leave" }, say("Let it stay")), element("button", { value: "" }, say("Change nothing"))),
  );
}

// Asks about a conflict: true where the button of this value is pressed.
function isChosen(value, title, ...parts) {
  const form = element("form", { method: "dialog" }, element("h2", { id: "conflict-title" }, title), ...parts);
  const dialog = element("dialog", { class: "conflict", "aria-labelledby": "conflict-title" }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((decided) => {
    dialog.addEventListener("close", () => (dialog.remove(), decided(dialog.returnValue === value)));
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
