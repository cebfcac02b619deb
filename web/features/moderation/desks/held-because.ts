import type { HeldComment } from '../../../../contract/moderation/pending-comments.ts'

/** Why a comment waits, in a word or two. */
export const heldBecauseTexts: Record<HeldComment['heldBecause'], string> = {
  link: 'Has a link',
  repeat: 'Same words again',
  word: 'A word of your list',
}
