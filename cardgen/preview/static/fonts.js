// The project's fonts, as a style sheet of the server's: another one whenever they change.

import { element } from "./cards.js";

let fonts = null;
export function loadFonts(key) {
  if (key === fonts) return;
  fonts = key;
  const link = element("link", { rel: "stylesheet", href: `/fonts.css?${key}` });
  const before = document.head.querySelector("link[data-fonts]");
  link.dataset.fonts = key;
  link.onload = () => before?.remove();
  document.head.append(link);
}
