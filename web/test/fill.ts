import userEvent from '@testing-library/user-event'

/** Replaces the text of a field in one step. Typing renders the screen once for each character. */
export async function fill(field: Element, text: string): Promise<void> {
  await userEvent.clear(field)
  if (text) await userEvent.paste(text)
}
