import { normalise, startsPaired } from '../normalise.ts'

// The marks of voiced sounds in half width and of long vowels belong to no script. They are escaped, because a template
// with a tag must be ASCII (`scripts/serve/bundle.ts`).
const halfWidthVoiced = String.raw`\uff9e\uff9f`
const paired = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{M}\u30fc\uff70${halfWidthVoiced}]*`
/** A word, or a run of Chinese, Japanese or Korean letters. */
const WORD = new RegExp(String.raw`${paired}|(?:(?!${paired})[\p{L}\p{N}\p{M}])+`, 'gu')
/** A letter with its marks. */
const LETTER = new RegExp(String.raw`[^\p{M}${halfWidthVoiced}][\p{M}${halfWidthVoiced}]*`, 'gu')

/** Letters whose normal form does not depend on the letter beside them. */
const INDEPENDENT = /^[\p{Script=Han}\u3041-\u3096\u30A1-\u30FA\uAC00-\uD7A3]$/u

export interface Range {
  start: number
  end: number
}

/** A word of a text, or a pair of Chinese, Japanese or Korean letters. `forms` are its normalised words. */
export interface Word extends Range {
  forms: string[]
}

/**
 * Returns a function that splits a text into its words. Each different word is normalised once. Of Chinese, Japanese
 * and Korean letters, each independent letter is normalised once, and a pair with a dependent letter is normalised as a
 * whole. Normalising every pair of letters of a page would occupy the process for seconds.
 */
export function createSplitter(): (text: string) => Word[] {
  const known = new Map<string, string[]>()
  const independent = new Map<string, string | null>()

  function formsOf(text: string): string[] {
    let forms = known.get(text)
    if (!forms) known.set(text, (forms = normalise(text).split(' ')))
    return forms
  }

  /** Returns the form of an independent letter, or null for a dependent one. */
  function formOf(letter: string): string | null {
    let form = independent.get(letter)
    if (form === undefined) independent.set(letter, (form = INDEPENDENT.test(letter) ? normalise(letter) : null))
    return form
  }

  function formsOfPair(first: string, second: string): string[] {
    const [one, other] = [formOf(first), formOf(second)]
    return one === null || other === null ? formsOf(first + second) : [one + other]
  }

  /** Splits a run of Chinese, Japanese or Korean letters. Each pair of adjacent letters counts as a word. */
  function pairsIn(run: string, at: number): Word[] {
    const letters = Array.from(run.matchAll(LETTER), ({ 0: letter, index }) => ({ letter, index }))
    if (letters.length === 1) return [{ start: at, end: at + run.length, forms: formsOf(run) }]
    return letters.slice(1).map(({ letter, index }, i) => {
      const first = letters[i]!
      const forms = formsOfPair(first.letter, letter)
      return { start: at + first.index, end: at + index + letter.length, forms }
    })
  }

  return (text) =>
    Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) =>
      startsPaired(word) ? pairsIn(word, index) : [{ start: index, end: index + word.length, forms: formsOf(word) }],
    )
}
