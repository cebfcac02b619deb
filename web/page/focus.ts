/** Whether nothing has the focus, for example because the focused control has been removed. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body
}

/** Focuses the page's heading, which screen readers then announce. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** Focuses the page's content, so that Tab continues at its beginning. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
