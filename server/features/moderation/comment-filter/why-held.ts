import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { HeldBecause } from '../../../../contract/moderation/pending-comments.ts'
import { findNewcomers } from '../new-account-limits/newcomers.ts'
import { hasLink } from './find-link.ts'
import { hasWord } from './find-word.ts'

/** Of those who wrote the same words lately, the last ones: enough to see whether newcomers are among them. */
const MAX_OTHERS = 100

/** Why the words alone make a newcomer's comment wait for a look. @param words The site's list. */
export function whyHeldForWords(text: string, words: readonly string[]): HeldBecause | null {
  if (hasLink(text)) return 'link'
  return hasWord(text, words) ? 'word' : null
}

/**
 * Whether these words make a wave with this one: the third time within a day by the same person, or within an hour by
 * the third newcomer. Whoever else writes them waits for the end of the transaction, or many at once would see none.
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
  return others.length >= 2 && (await findNewcomers(tx, others)).length >= 2
}
