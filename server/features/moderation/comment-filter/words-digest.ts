import { hash } from 'node:crypto'
import { foldText } from './fold-text.ts'

/** Minimum number of letters and digits. Shorter texts, such as "This is beautiful!", are common. */
const MIN_LENGTH = 20

/**
 * Returns a digest of the folded letters and digits of a text (`foldText`). Texts that differ only in case, accents or
 * other characters have the same digest.
 *
 * @returns 48 bits, which a number represents exactly; `null` if the text is too short.
 */
export function wordsDigest(text: string): number | null {
  const words = foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
  if (words.length < MIN_LENGTH) return null
  return hash('sha256', words, 'buffer').readUIntBE(0, 6)
}
