/** Returns untrusted text without anything that could look like a line of ours or move the terminal's cursor. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{Cc}|\p{Cf}/gu, '')
}
