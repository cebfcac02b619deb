import { cleanLine } from '../../contract/visible.ts'

/** Returns detected text without characters that cannot be stored or seen, cut to a length in UTF-16 units. */
export function plainText(text: string, maxLength: number): string {
  return cleanLine(text.toWellFormed()).slice(0, maxLength).toWellFormed()
}
