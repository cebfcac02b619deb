import type { Comment } from '../../../../contract/social/comments.ts'
import { isStaff, type Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { NewAccountLimits } from '../../moderation/new-account-limits/new-account-limits.ts'
import { isRepeat, whyPending } from '../../moderation/comment-filter/why-pending.ts'
import { mayNameDomain } from '../../moderation/comment-filter/find-domain.ts'
import { wordsDigest } from '../../moderation/comment-filter/words-digest.ts'
import { emitCommentWritten, writeComment, type NewComment } from './write-comment.ts'

export interface PostDeps extends Pick<Deps, 'db' | 'signals'> {
  newAccountLimits: NewAccountLimits
  settings: CommentFilterSettings
}

/** Admin settings of the comment filter. */
interface CommentFilterSettings {
  /**
   * `heldWords`: a new account's comment with one of these words awaits staff review. `blockedLinkDomains`: a comment
   * that names one of these domains awaits review, unless staff wrote it.
   */
  read(): Promise<{ holds: boolean; heldWords: readonly string[]; blockedLinkDomains: readonly string[] }>
}

/**
 * Posts a comment. A comment that names a blocked domain awaits staff review. So does a comment by a new account that
 * looks like spam, unless admins have switched this off (`holds`).
 *
 * @param text 1 to 500 characters.
 * @throws {AppError} As `writeComment` does; RATE_LIMITED for new accounts that write too much.
 */
export async function postComment(deps: PostDeps, author: Person, videoId: string, text: string): Promise<Comment> {
  const { db, signals, newAccountLimits, settings } = deps
  const comment = { userId: author.id, videoId, text, wordsDigest: wordsDigest(text) }
  const isNew = await newAccountLimits.isNewAccount(author)
  if (isNew) await newAccountLimits.limit('newcomer-comments', author)
  const { holds, heldWords, blockedLinkDomains } = await settings.read()
  const isBlocked = !isStaff(author) && mayNameDomain(text, blockedLinkDomains)
  const isFiltered = isNew && holds
  const heldBecause = isBlocked ? 'link' : isFiltered ? whyPending(text, heldWords) : null
  const write = isFiltered && heldBecause === null ? writeUnlessRepeated : writeComment
  return emitCommentWritten(signals, await write(db, { ...comment, heldBecause }))
}

function writeUnlessRepeated(db: Db, comment: NewComment) {
  const { userId, wordsDigest: digest } = comment
  if (digest === null) return writeComment(db, comment)
  return inTransaction(db, async (tx) => {
    const repeats = await isRepeat(tx, { userId, wordsDigest: digest })
    return writeComment(tx, { ...comment, heldBecause: repeats ? 'repeat' : null })
  })
}
