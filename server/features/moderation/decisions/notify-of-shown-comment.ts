import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { notifyOfComments } from '../../social/comments/write-comment.ts'
import type { Target } from './targets.ts'

/**
 * Notifies the clip's owner of a comment that a reversal has made public for the first time. The comment was pending
 * until a decision hid it, so the owner was never notified. Does nothing for other subjects. The caller emits the
 * signal with the effects of the reversal.
 */
export async function notifyOfShownComment(tx: Db, { kind, subjectId }: Target): Promise<void> {
  if (kind !== 'comment') return
  await sql`
    with shown as (
      select * from comments where id = ${subjectId} and not is_hidden
        and exists (
          select from decisions join cases on cases.id = case_id
          where cases.comment_id = comments.id and decisions.detected = 'hold'
        )
        and not exists (select from notifications where notifications.comment_id = comments.id)
    )
    ${notifyOfComments('shown')}`.execute(tx)
}
