/** Focuses the box whose focused form is about to disappear. A focus elsewhere on the page stays. */
export function keepFocus(box: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused === document.body || box?.contains(focused)) box?.focus()
}
