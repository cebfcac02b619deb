import type { PendingComment } from '../../../../contract/moderation/pending-comments.ts'

/** Short reasons why a comment is pending, by `heldBecause`. */
export const pendingReasonTexts: Record<PendingComment['heldBecause'], string> = {
  link: 'Contains a link',
  repeat: 'Repeated text',
  word: 'Contains a word on your list',
}
