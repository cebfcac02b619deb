/**
 * Matches a visible character: a letter, number, punctuation mark or symbol. Characters that are drawn as nothing do
 * not match.
 */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a string contains a visible character. */
export function isVisible(value: string): boolean {
  return VISIBLE.test(value)
}

/**
 * Matches the characters that would change the direction of the text after a name: Unicode's embeddings, overrides and
 * isolates.
 */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** Matches every line break other than a plain `\n`. */
const BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Matches the control characters that are no part of a text with several lines. */
const CONTROL = /(?![\n\t])\p{Cc}/gu

/**
 * Removes control characters, characters that would change the direction of the text that follows, and spaces at the
 * ends. Line breaks become `\n`.
 */
export function cleanText(typed: string): string {
  return typed.replaceAll(BREAK, '\n').replaceAll(TURNING, '').replaceAll(CONTROL, '').trim()
}

/** Cleans a text that has one line, such as a name. Line breaks and other control characters become a space. */
export function cleanLine(typed: string): string {
  return cleanText(typed.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '))
}

/** Whether PostgreSQL and JSON can store a string: it has no NUL character and no lone surrogate. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

export const NOT_STORABLE = 'Text contains characters that cannot be stored'

/**
 * Returns a function that makes the sentence for a text of a given length that is longer than allowed.
 *
 * @param name The name of the text: `caption`.
 */
export function refuseLength(name: string, maxLength: number): (length: number) => string {
  const most = maxLength.toLocaleString('en')
  return (length) => `The ${name} has ${length.toLocaleString('en')} characters. Please use at most ${most}.`
}

/**
 * Returns the sentence that refuses a longer text, for fields without a sentence of their own.
 *
 * @param purpose The end of the sentence, such as `for the name`.
 */
export function refuseLonger(maxLength: number, purpose = ''): string {
  return `Please use at most ${maxLength.toLocaleString('en')} characters ${purpose}`.trim()
}
