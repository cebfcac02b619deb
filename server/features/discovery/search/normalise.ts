/** Maximum length of the searched part of a prompt, in characters. Users rarely search for later text. */
export const PROMPT_LENGTH = 2_000

const pairedScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu

/**
 * Normalises a text or a search: lower case, no accents, words separated by single spaces. Runs of Chinese, Japanese
 * and Korean letters are cut into overlapping pairs. PostgreSQL is not used because its rules depend on its locale.
 */
export function normalise(text: string): string {
  // Most texts are ASCII. For them, this path is twenty times as fast as the general one.
  if (/^[\x20-\x7e\s]*$/.test(text))
    return text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll(pairedScripts, (run) => ` ${pairsOf(run)} `)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function pairsOf(run: string): string {
  const letters = Array.from(run)
  if (letters.length < 2) return run
  return letters
    .slice(1)
    .map((letter, i) => letters[i] + letter)
    .join(' ')
}

/** Whether a normalised word begins with a letter of a script whose words are indexed as pairs of letters. */
export function startsPaired(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)
}
