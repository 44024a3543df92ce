// A change that is shown before it is made: which of some, in which file, line by line.

import { element } from "./cards.js";
import { edit } from "./edits.js";
import { focusBack } from "./focus.js";
import { say } from "./language.js";

const NEW_FILE = / \([\d,]+ bytes\)$/; // as the name of one ends

// Asks whether one of some options is to be written; each is {label, edits}, or {label, ask} where something else than an edit does it. Gives the server's answer, or null where nobody wants it.
export function propose({ title, options }) {
  let chosen = options[0];
  const asker = document.activeElement;
  const ask = (option, how) => (option.ask ? option.ask(how) : edit(option.edits, how));
  const change = element("div", { class: "change", "aria-live": "polite" });
  const write = element("button", { class: "main", value: "write" }, say("Write it"));
  const choices = element("fieldset", { class: "choices-of-change", hidden: options.length < 2 }, element("legend", {}, say("Where is it meant?")));
  for (const option of options) {
    const input = element("input", { type: "radio", name: "option", checked: option === chosen, onchange: () => ((chosen = option), show()) });
    choices.append(element("label", {}, input, element("span", {}, option.label)));
  }
  const dialog = element(
    "dialog",
    { class: "proposal", "aria-labelledby": "proposal-title" },
    element(
      "form",
      { method: "dialog" },
      element("h2", { id: "proposal-title" }, say("This will change")),
      element("p", { class: "cause", lang: "en" }, title),
      choices,
      change,
      element("div", { class: "row end" }, element("button", { value: "", formnovalidate: true }, say("Cancel")), write),
    ),
  );

  async function show() {
    const option = chosen;
    write.disabled = true;
    const answer = await ask(option, { dry: true, quiet: true });
    if (option !== chosen) return;
    const isNew = answer.done && answer.diff.length > 0;
    write.disabled = !isNew;
    change.replaceChildren(...(isNew ? changedFiles(answer.diff) : [element("p", { class: "refused" }, answer.done ? say("Nothing would change.") : answer.finding.sentence)]));
  }

  document.body.append(dialog);
  dialog.showModal();
  show().then(() => write.disabled || write.focus());
  return new Promise((decided) => {
    dialog.addEventListener("close", async () => {
      dialog.remove();
      const findings = document.getElementById("findings");
      focusBack(asker, findings.hidden ? document.getElementById("board") : document.getElementById("findings-close"));
      if (dialog.returnValue !== "write") return decided(null);
      if (document.activeElement === asker && asker.closest("#findings")) document.getElementById("findings-close").focus(); // the button goes with what it mends
      decided(await ask(chosen, {}));
    });
  });
}

// Lines of a diff as a person reads them: the file, and what goes and comes.
export function changedFiles(diff) {
  const parts = [];
  for (const text of diff) {
    if (text.startsWith("--- ") || text.startsWith("@@")) continue;
    if (text.startsWith("+++ ")) {
      parts.push(element("h3", {}, text.slice(4)), element("pre", { tabindex: "0", role: "group", "aria-label": text.slice(4) }));
      continue;
    }
    const kind = { "+": "comes", "-": "goes" }[text[0]] ?? "stays";
    const sign = { comes: say("new"), goes: say("old") }[kind];
    const shown = element("span", { class: kind }, ...(sign ? [element("span", { class: "visually-hidden" }, `${sign}: `)] : []), text);
    parts.at(-1)?.append(shown);
  }
  for (const [at, part] of parts.entries()) {
    if (!part.matches("pre") || part.children.length) continue;
    if (NEW_FILE.test(parts[at - 1].textContent)) part.hidden = true;
    else part.append(element("span", {}, say("Cells of this workbook change.")));
  }
  return parts;
}
