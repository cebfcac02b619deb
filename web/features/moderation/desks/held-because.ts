import type { HeldComment } from '../../../../contract/moderation/pending-comments.ts'

/** Short reasons why a comment is pending, by `heldBecause`. */
export const heldBecauseTexts: Record<HeldComment['heldBecause'], string> = {
  link: 'Contains a link',
  repeat: 'Repeated text',
  word: 'Contains a word on your list',
}
