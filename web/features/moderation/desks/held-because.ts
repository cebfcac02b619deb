import type { HeldComment } from '../../../../contract/moderation/pending-comments.ts'

/** Returns the reason why a comment is pending, in one or two words. */
export const heldBecauseTexts: Record<HeldComment['heldBecause'], string> = {
  link: 'Has a link',
  repeat: 'Same words again',
  word: 'A word of your list',
}
