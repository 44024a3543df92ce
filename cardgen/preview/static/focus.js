// The focus, where what had it is drawn anew or goes away: it is never left to nobody, who would begin at the top of the page again. What somebody
// is writing goes on as well.

const CAN = "a[href], button, input, select, textarea, summary, [tabindex]";
const WRITTEN_IN = "textarea, input:not([type]), [type=text], [type=number]";
const nameOf = (each) => `${each.tagName} ${each.id} ${each.dataset.setting ?? ""} ${each.getAttribute("href") ?? ""} ${each.getAttribute("aria-label") ?? each.textContent}`;
let unfinished = null; // the field whose new words nobody has been told yet

addEventListener("input", ({ target }) => (unfinished = target), true);
for (const told of ["change", "submit"]) addEventListener(told, () => (unfinished = null), true);

// Draws what lies in `root` anew. What had the focus there has it again: what is called the same, else what stands where it stood. A field that
// somebody writes in keeps what is written.
export function keepingFocus(root, draw) {
  const active = document.activeElement;
  const had = root.contains(active) && active !== root;
  const [name, place] = had ? [nameOf(active), [...root.querySelectorAll(CAN)].indexOf(active)] : ["", 0];
  const isUnfinished = had && active === unfinished && active.matches(WRITTEN_IN);
  draw();
  if (!had || root.contains(document.activeElement)) return;
  const all = [...root.querySelectorAll(CAN)].filter((each) => !each.disabled && each.checkVisibility());
  const same = all.find((each) => nameOf(each) === name);
  (same ?? all[Math.min(place, all.length - 1)])?.focus({ preventScroll: true });
  if (same && isUnfinished) goOnIn(same, active);
}

// Writes into a field what stood in the one that it replaces, as a hand does it: the field tells of the change once it is left.
function goOnIn(field, before) {
  field.select();
  document.execCommand(before.value ? "insertText" : "delete", false, before.value);
  if (before.selectionStart !== null) field.setSelectionRange(before.selectionStart, before.selectionEnd);
}

// True where nobody has the focus. A dialog tells late that it is closed: what was given the focus by then keeps it.
export const isFocusFree = () => [null, document.body].includes(document.activeElement);

// Whoever asked for a dialog that was closed and taken away has the focus again, or what stands for it where that is gone.
export function focusBack(asker, instead) {
  if (!isFocusFree()) return;
  const back = asker?.isConnected && asker !== document.body && asker.checkVisibility() ? asker : instead;
  back?.focus({ preventScroll: true });
}
