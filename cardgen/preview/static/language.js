// The language of the page: sentences stand in the modules in English, and are shown in that of the browser or the one that was chosen.
// What the program itself says (findings, names of files, commands) stays English.

import { GERMAN } from "./german.js";

const LANGUAGES = { en: {}, de: GERMAN };
const KEPT = "cardgen-language";
const ATTRIBUTES = ["title", "aria-label", "placeholder", "alt"];
const LETTER = /\p{L}/u;

export const language = chosenLanguage();
const words = LANGUAGES[language];

function chosenLanguage() {
  let kept = "";
  try {
    kept = localStorage.getItem(KEPT) ?? "";
  } catch {
    // a browser that keeps nothing
  }
  const wanted = [kept, ...navigator.languages].map((tag) => tag.split("-")[0].toLowerCase());
  return wanted.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

// A sentence in the reader's language; `values` stand where it names them in braces.
export function say(sentence, values = {}) {
  const text = Object.hasOwn(words, sentence) ? words[sentence] : sentence;
  return text.replace(/\{(\w+)\}/g, (name, key) => (Object.hasOwn(values, key) ? String(values[key]) : name));
}

// The sentence for one, or that for any other number, which both may name as {count}.
export function plural(count, one, many, values = {}) {
  return say(count === 1 ? one : many, { count, ...values });
}

// Marks a sentence that stands in a table here and is said later.
export const phrase = (sentence) => sentence;

// -- the texts that stand in the page's file ------------------------------------------------------------------------------------------

function isOurs(node) {
  return !(node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest("script, style, code, kbd, [translate=no]");
}

function translatePage() {
  document.documentElement.lang = language;
  if (language === "en") return;
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (LETTER.test(node.data) && isOurs(node)) node.data = translated(node.data);
  }
  for (const attribute of ATTRIBUTES) {
    for (const host of document.querySelectorAll(`[${attribute}]`)) {
      if (isOurs(host)) host.setAttribute(attribute, translated(host.getAttribute(attribute)));
    }
  }
}

// The blanks around a text are kept: they stand between it and what follows.
function translated(text) {
  const [, before, sentence, after] = /^(\s*)(.*?)(\s*)$/s.exec(text);
  return before + say(sentence.replace(/\s+/g, " ")) + after;
}

function initSwitch(button) {
  const other = language === "en" ? "de" : "en";
  Object.assign(button, { lang: other, textContent: { en: "English", de: "Deutsch" }[other] });
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(KEPT, other);
    } catch {
      // a browser that keeps nothing
    }
    location.reload();
  });
}

translatePage();
document.querySelectorAll("[data-switch=language]").forEach(initSwitch);
