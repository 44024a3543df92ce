// For which printer the cards are checked: the findings are those of printing at home, or of a shop as well.

import { element } from "./cards.js";
import { about, look, store } from "./store.js";

const KEPT = `cardgen-found-for/${about.project}`;
const host = document.getElementById("found-for");
const select = document.getElementById("found-printer");

// What was chosen before is asked for from the beginning.
export function initPrinters() {
  if (!about.makes) return;
  try {
    store.printer = localStorage.getItem(KEPT) ?? "";
  } catch {
    // a browser that keeps nothing
  }
  select.addEventListener("change", () => {
    try {
      localStorage.setItem(KEPT, select.value);
    } catch {
      // a browser that keeps nothing
    }
    look(store.view, select.value);
    store.dispatchEvent(new CustomEvent("findings"));
  });
}

let listed = false;
export async function listPrinters() {
  if (listed || !about.makes) return;
  listed = true;
  host.hidden = false; // at once: what comes above the list later moves it away from who is about to press
  try {
    const { printers } = await (await fetch("/make/choices")).json();
    select.append(...printers.map(({ id, title }) => element("option", { value: id }, title)));
    select.value = store.printer;
    host.hidden = !printers.length;
  } catch {
    listed = false;
    host.hidden = true;
  }
}
