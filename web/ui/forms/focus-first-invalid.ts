/**
 * Moves the focus to the first invalid control of a form, and opens the disclosure that hides it. In an invalid group of
 * radio buttons, the chosen one gets the focus, or the first if none is chosen.
 *
 * @param mayFocus Whether the focus may move.
 */
export function focusFirstInvalid(form: HTMLElement | null, mayFocus = true): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const disclosure = invalid?.closest('details')
  if (disclosure) disclosure.open = true
  const radio = invalid?.querySelector<HTMLElement>('input:checked') ?? invalid?.querySelector('input')
  if (mayFocus) (radio ?? invalid)?.focus()
}
