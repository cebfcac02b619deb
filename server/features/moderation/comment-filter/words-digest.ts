import { createHash } from 'node:crypto'
import { foldText } from './fold-text.ts'

/** Fewer letters and digits say what many people say: "This is beautiful!" */
const MIN_LENGTH = 20

/**
 * Of the letters and digits of a text, by which the same words are known again, whatever stands between them.
 *
 * @returns 48 bits, which a number holds exactly; `null` where they are too few to mean anything.
 */
export function wordsDigest(text: string): number | null {
  const words = foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
  if (words.length < MIN_LENGTH) return null
  return createHash('sha256').update(words).digest().readUIntBE(0, 6)
}
