import type { HeldComment } from '../../../../contract/moderation/pending-comments.ts'

/** Short reasons why a comment is pending, by `heldBecause`. */
export const heldBecauseTexts: Record<HeldComment['heldBecause'], string> = {
  link: 'Has a link',
  repeat: 'Same words again',
  word: 'A word of your list',
}
