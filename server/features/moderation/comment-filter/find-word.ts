import { foldText } from './fold-text.ts'

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Whether the text contains one of these words or phrases, ignoring case. Parts of longer words do not match, except in
 * scripts that are written without spaces.
 */
export function hasWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const inText = spaced(foldText(text))
  return words.some((word) => {
    const wanted = spaced(foldText(word)).trim()
    return wanted !== '' && (unspaced.test(wanted) ? inText.includes(wanted) : inText.includes(` ${wanted} `))
  })
}

/** Returns the words with one space before, between and after them. */
function spaced(folded: string): string {
  return ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.replace(/ {2,}/g, ' ')
}
