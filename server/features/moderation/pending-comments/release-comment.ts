import { sql } from 'kysely'
import type { Comment } from '../../../../contract/social/comments.ts'
import { isStaff, type Person } from '../../../access/can.ts'
import { canSee } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { commentNotFound } from '../../social/comments/comment-row.ts'
import { countAndNotify, emitCommentWritten, type WrittenComment } from '../../social/comments/write-comment.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'

/**
 * Approves a comment that awaits review by this user, as staff or as the owner of the clip. Once no further review is
 * needed, the comment is counted, listed and notified as if it were new. It keeps its original time.
 *
 * @throws {AppError} NOT_FOUND; ACCESS_DENIED; CONFLICT if it is not pending.
 */
export async function releaseComment(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  person: Person,
  id: string,
): Promise<Comment> {
  const released = await inTransaction(db, async (tx) => {
    const found = await release(tx, person, id)
    if (!found) throw await whyNotReleased(tx, person, id)
    if (isStaff(person)) await writeStaffLog(tx, person.id, 'release-comment', { commentId: id })
    return found
  })
  return emitCommentWritten(signals, released)
}

/** Approves the comment. The video is locked first, as in every statement that changes its counts. */
async function release(tx: Db, person: Person, id: string): Promise<WrittenComment | undefined> {
  const { rows } = await sql<WrittenComment>`
    with target as (
      select comments.id, array_remove(array[
        ${isStaff(person) ? 'hold' : null}, case when videos.user_id = ${person.id} then 'owner' end
      ], null) as awaited
      from comments join videos on videos.id = comments.video_id where comments.id = ${id}
      for no key update of videos
    ),
    written as (
      update comments set
        hidden_for = ${stillHiding}, is_hidden = ${stillHiding} <> '{}',
        released_at = case when 'hold' = any (awaited) and 'hold' = any (hidden_for) then now() else released_at end
      from target where comments.id = target.id and comments.hidden_for && awaited
      returning comments.*
    ),
    ${countAndNotify}`.execute(tx)
  return rows[0]
}

/** The hiding reasons of a comment that remain after approval: all but those in `target.awaited`. */
const stillHiding = sql`array(select reason from unnest(comments.hidden_for) as reason where reason <> all (awaited))`

/** Returns the error for a comment that could not be approved. */
async function whyNotReleased(tx: Db, person: Person, id: string): Promise<AppError> {
  const { rows } = await sql<{ mayRelease: boolean }>`
    select ${isStaff(person)} or videos.user_id = ${person.id} as may_release
    from comments join videos on videos.id = comments.video_id
    where comments.id = ${id} and ${canSee(person)}
      and (${isStaff(person)} or not comments.is_hidden or ${person.id} in (comments.user_id, videos.user_id))`.execute(
    tx,
  )
  if (!rows[0]) return commentNotFound()
  if (rows[0].mayRelease) return new AppError('CONFLICT', 'This comment is no longer waiting for review.')
  return new AppError('ACCESS_DENIED', 'You can’t approve this comment.')
}
