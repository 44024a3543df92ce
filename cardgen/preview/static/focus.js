// The focus, where what had it is drawn anew or goes away: it is never left to nobody, who would begin at the top of the page again.

const CAN = "a[href], button, input, select, textarea, summary, [tabindex]";
const nameOf = (each) => `${each.tagName} ${each.id} ${each.getAttribute("href") ?? ""} ${each.getAttribute("aria-label") ?? each.textContent}`;

// Draws what lies in `root` anew. What had the focus there has it again: what is called the same, else what stands where it stood.
export function keepingFocus(root, draw) {
  const active = document.activeElement;
  const had = root.contains(active) && active !== root;
  const [name, place] = had ? [nameOf(active), [...root.querySelectorAll(CAN)].indexOf(active)] : ["", 0];
  draw();
  if (!had || root.contains(document.activeElement)) return;
  const all = [...root.querySelectorAll(CAN)].filter((each) => !each.disabled && each.checkVisibility());
  (all.find((each) => nameOf(each) === name) ?? all[Math.min(place, all.length - 1)])?.focus({ preventScroll: true });
}

// True where nobody has the focus. A dialog tells late that it is closed: what was given the focus by then keeps it.
export const isFocusFree = () => [null, document.body].includes(document.activeElement);

// Whoever asked for a dialog that was closed and taken away has the focus again, or what stands for it where that is gone.
export function focusBack(asker, instead) {
  if (!isFocusFree()) return;
  const back = asker?.isConnected && asker !== document.body && asker.checkVisibility() ? asker : instead;
  back?.focus({ preventScroll: true });
}
