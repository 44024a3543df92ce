// The keys: what each does, and the list of them.

import { element } from "./cards.js";
import { say } from "./language.js";

const NAMES = { ArrowRight: "→", ArrowLeft: "←", ArrowDown: "↓", ArrowUp: "↑", " ": say("space") };

// `acts` are the deeds of the page by name.
export function initKeys(acts) {
  const keys = [
    [["/"], say("search"), acts.search],
    [["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"], say("from card to card"), acts.beside],
    [["Enter"], say("enlarge the card"), acts.enlarge],
    [["f", " "], say("turn the card over"), acts.flip],
    [["F"], say("turn all cards over"), acts.flipAll],
    [["+", "="], say("larger"), () => acts.zoom(1.15)],
    [["-"], say("smaller"), () => acts.zoom(1 / 1.15)],
    [["0"], say("life size"), () => acts.zoom(0)],
    [["t"], say("show the trim"), () => acts.line("trim")],
    [["b"], say("show the bleed"), () => acts.line("bleed")],
    [["s"], say("show the safe zone"), () => acts.line("safe")],
    [["v"], say("next way of seeing: grey, colour-blind"), acts.sight],
    [["c"], say("the cards"), () => acts.mode("cards")],
    [["e"], say("the cards as a table, to edit"), () => acts.mode("table")],
    [["h"], say("a hand, as a player holds it"), () => acts.mode("hand")],
    [["d"], say("deal again"), acts.deal],
    [["p"], say("the sheets"), () => acts.mode("sheets")],
    [["m"], say("make: sheets, books, boxes, exports"), () => acts.mode("make")],
    [["]"], say("next deck"), () => acts.turnPage(1)],
    [["["], say("previous deck"), () => acts.turnPage(-1)],
    [["l"], say("the findings"), acts.findings],
    [["g"], say("the filters"), acts.filters],
    [["?"], say("these keys"), acts.help],
  ];
  const named = (names) => element("dt", {}, ...names.map((key) => element("kbd", {}, NAMES[key] ?? key)));
  const rows = [...keys, [["Esc"], say("back")]].flatMap(([names, words]) => [named(names), element("dd", {}, words)]);
  document.getElementById("keys").replaceChildren(...rows);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (acts.isOpen()) {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) (acts.step(by), event.preventDefault());
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return acts.leave();
    const [target, arrow] = [event.target, event.key.startsWith("Arrow")];
    const writing = target.matches?.("input, select, textarea");
    const onButton = target.matches?.("button, a") && ["Enter", " "].includes(event.key);
    const scrolling = ["ArrowUp", "ArrowDown"].includes(event.key) && !acts.focused();
    if (writing || onButton || scrolling || (arrow && acts.inHand())) return;
    const [, , done] = keys.find(([names]) => names.includes(event.key)) ?? [];
    if (!done) return;
    event.preventDefault();
    done(event.key);
  });
}
