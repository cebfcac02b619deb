/** Escapes the wildcards of `like` in typed text, so that they match themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
