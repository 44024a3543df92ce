// The keys: what each does, and the list of them.

import { element } from "./cards.js";

const NAMES = { ArrowRight: "→", ArrowLeft: "←", ArrowDown: "↓", ArrowUp: "↑", " ": "space" };

// `acts` are the deeds of the page by name.
export function initKeys(acts) {
  const keys = [
    [["/"], "search", acts.search],
    [["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"], "from card to card", acts.beside],
    [["Enter"], "enlarge the card", acts.enlarge],
    [["f", " "], "turn the card over", acts.flip],
    [["F"], "turn all cards over", acts.flipAll],
    [["+", "="], "larger", () => acts.zoom(1.15)],
    [["-"], "smaller", () => acts.zoom(1 / 1.15)],
    [["0"], "life size", () => acts.zoom(0)],
    [["t"], "show the trim", () => acts.line("trim")],
    [["b"], "show the bleed", () => acts.line("bleed")],
    [["s"], "show the safe zone", () => acts.line("safe")],
    [["v"], "next way of seeing: grey, colour-blind", acts.sight],
    [["c"], "the cards", () => acts.mode("cards")],
    [["h"], "a hand, as a player holds it", () => acts.mode("hand")],
    [["d"], "deal again", acts.deal],
    [["p"], "the sheets", () => acts.mode("sheets")],
    [["m"], "make: sheets, books, boxes, exports", () => acts.mode("make")],
    [["]"], "next deck", () => acts.turnPage(1)],
    [["["], "previous deck", () => acts.turnPage(-1)],
    [["l"], "the findings", acts.findings],
    [["g"], "the filters", acts.filters],
    [["?"], "these keys", acts.help],
  ];
  const named = (names) => element("dt", {}, ...names.map((key) => element("kbd", {}, NAMES[key] ?? key)));
  const rows = [...keys, [["Esc"], "back"]].flatMap(([names, words]) => [named(names), element("dd", {}, words)]);
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
