// A row that scrolls where it lacks room: a sign at each end tells that there is more.

export function hintEnds(row) {
  const hint = () => {
    row.classList.toggle("more-before", row.scrollLeft > 4);
    row.classList.toggle("more-after", row.scrollLeft + row.clientWidth < row.scrollWidth - 4);
  };
  row.classList.add("ends");
  row.addEventListener("scroll", hint, { passive: true });
  new ResizeObserver(hint).observe(row);
  new MutationObserver(hint).observe(row, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
}
