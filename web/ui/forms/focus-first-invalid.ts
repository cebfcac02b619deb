/** Moves the focus to the first invalid control of a form, and opens the disclosure that hides it. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const control = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const disclosure = control?.closest('details')
  if (disclosure) disclosure.open = true
  control?.focus()
}
