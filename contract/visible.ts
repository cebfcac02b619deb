/** Matches a visible character: a letter, number, punctuation mark or symbol, unless it is drawn as nothing. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a string contains a visible character. */
export function isVisible(value: string): boolean {
  return VISIBLE.test(value)
}
