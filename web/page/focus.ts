/** Whether nothing has the focus, for example because the focused control has been removed. */
export function isFocusLost(): boolean {
  return document.activeElement === document.body
}

/**
 * Whether the viewer has not put the focus anywhere on a new page. After a route change its heading has the focus, or
 * nothing has.
 */
export function isFocusUnchosen(): boolean {
  return document.activeElement?.matches('body, h1') ?? true
}

/**
 * Focuses a box before a control in it disappears with the focus, for example a form that is sent. A focus elsewhere on
 * the page stays. For items of a list, `useFocusAfterRemoval` moves the focus to the next item instead.
 */
export function keepFocus(box: HTMLElement | null): void {
  if (isFocusLostOrIn(box)) box?.focus()
}

/** Whether nothing has the focus, or an element in a box that is about to change. */
export function isFocusLostOrIn(box: HTMLElement | null): boolean {
  return isFocusLost() || Boolean(box?.contains(document.activeElement))
}

/** Focuses the page's heading, which screen readers then announce. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** Focuses the page's content, so that Tab continues at its beginning. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
