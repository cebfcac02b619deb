import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { PendingReason } from '../../../../contract/moderation/pending-comments.ts'
import { listNewAccounts } from '../new-account-limits/new-account-limits.ts'
import { hasLink } from './find-link.ts'
import { hasWord } from './find-word.ts'

/** Maximum number of recent comments with the same words whose authors are checked. */
const MAX_OTHERS = 100

/**
 * Returns the reason why the text of a new account's comment needs review, or null.
 * @param words The site's words whose comments await review.
 */
export function whyPending(text: string, words: readonly string[]): PendingReason | null {
  if (hasLink(text)) return 'link'
  return hasWord(text, words) ? 'word' : null
}

/**
 * Whether this comment completes a wave of equal texts. It does in two cases:
 * - it is the author's third within a day,
 * - its author is the third new account within an hour.
 *
 * An advisory lock makes concurrent authors of the same words wait for each other's commit. Otherwise, each transaction
 * would miss the others' comments.
 */
export async function isRepeat(
  tx: Db,
  { userId, wordsDigest }: { userId: string; wordsDigest: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('reverie same words'), hashint8(${wordsDigest}::bigint))`.execute(tx)
  const { rows } = await sql<{ userId: string; ownCount: number }>`
    select user_id, count(*) filter (where user_id = ${userId})::int as own_count
    from (
      (select user_id from comments
        where words_digest = ${wordsDigest} and user_id = ${userId} and created_at > now() - interval '1 day' limit 2)
      union all
      (select user_id from comments
        where words_digest = ${wordsDigest} and user_id <> ${userId} and created_at > now() - interval '1 hour'
        order by created_at desc limit ${MAX_OTHERS})
    ) as written group by user_id`.execute(tx)
  if (rows.some(({ ownCount }) => ownCount >= 2)) return true
  const others = rows.map((row) => row.userId).filter((id) => id !== userId)
  return others.length >= 2 && (await listNewAccounts(tx, others)).length >= 2
}
