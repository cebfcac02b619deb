import type { Comment } from '../../../../contract/social/comments.ts'
import type { Person } from '../../../access/can.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { NewAccountLimits } from '../../moderation/new-account-limits/new-account-limits.ts'
import { isRepeat, whyPending } from '../../moderation/comment-filter/why-pending.ts'
import { wordsDigest } from '../../moderation/comment-filter/words-digest.ts'
import { emitCommentWritten, writeComment, type NewComment } from './write-comment.ts'

export interface PostDeps extends Pick<Deps, 'db' | 'signals'> {
  newAccountLimits: NewAccountLimits
  settings: HoldSettings
}

/** Admin settings of the comment filter. */
export interface HoldSettings {
  /** `heldWords`: blocked words. A new account's comment with one of them awaits staff review. */
  read(): Promise<{ holds: boolean; heldWords: readonly string[] }>
}

/**
 * Posts a comment. If a new account's comment looks like spam, it awaits staff review.
 *
 * @param text 1 to 500 characters.
 * @throws {AppError} As `writeComment` does; RATE_LIMITED for new accounts that write too much.
 */
export async function postComment(deps: PostDeps, author: Person, videoId: string, text: string): Promise<Comment> {
  const { db, signals, newAccountLimits, settings } = deps
  const comment = { userId: author.id, videoId, text, wordsDigest: wordsDigest(text), heldBecause: null }
  if (!(await newAccountLimits.isNewAccount(author)))
    return emitCommentWritten(signals, await writeComment(db, comment))
  await newAccountLimits.limit('newcomer-comments', author)
  const { holds, heldWords } = await settings.read()
  if (!holds) return emitCommentWritten(signals, await writeComment(db, comment))
  const heldBecause = whyPending(text, heldWords)
  if (heldBecause) return emitCommentWritten(signals, await writeComment(db, { ...comment, heldBecause }))
  return emitCommentWritten(signals, await writeUnlessRepeated(deps, comment))
}

function writeUnlessRepeated({ db }: PostDeps, comment: NewComment) {
  const { userId, wordsDigest: digest } = comment
  if (digest === null) return writeComment(db, comment)
  return db.transaction().execute(async (tx) => {
    const repeats = await isRepeat(tx, { userId, wordsDigest: digest })
    return writeComment(tx, { ...comment, heldBecause: repeats ? 'repeat' : null })
  })
}
