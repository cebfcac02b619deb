import { foldText } from './fold-text.ts'

/** Written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Whether a text has one of these words, or phrases, whatever their case. Parts of longer words do not count. */
export function hasWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const inText = spaced(foldText(text))
  return words.some((word) => {
    const wanted = spaced(foldText(word)).trim()
    return wanted !== '' && (unspaced.test(wanted) ? inText.includes(wanted) : inText.includes(` ${wanted} `))
  })
}

/** Words with one space before, between and after them. */
function spaced(folded: string): string {
  return ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.replace(/ {2,}/g, ' ')
}
