import { sql } from 'kysely'
import type { CreatorListQuery, CreatorPage, CreatorSort } from '../../../../contract/social/creators.ts'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isPerson, isSample, withShownNumber } from '../../../access/sample-numbers.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, decodeRankCursor, encodeRankCursor, type RankCursor } from '../../../http/cursor.ts'

const COUNTED_MAX = 1_000

/**
 * Returns a page of the leaderboard: users in the chosen order, then samples. Ties are ordered by registration. Every
 * sort order of users has an index.
 *
 * @param query `q` is lowercased. An empty `q` matches every creator.
 * @param viewerId Leaves out creators whom this viewer has muted.
 */
export async function listCreators(
  db: Db,
  { sort, q, limit, cursor }: CreatorListQuery,
  viewerId?: string,
): Promise<Pick<CreatorPage, 'creators' | 'nextCursor'>> {
  const after = decodeRankCursor(cursor)
  const wanted = limit + 1
  const isAmongSamples = after !== undefined && after.userNumber < 0
  const read = (kind: typeof isPerson, rows: { after: RankCursor | undefined; max: number }) =>
    rows.max === 0 ? [] : readCreators(matching(db, q).where(kind), { sort, viewerId, ...rows })
  const people = await read(isPerson, { after, max: isAmongSamples ? 0 : wanted })
  const samples = await read(isSample, { after: isAmongSamples ? after : undefined, max: wanted - people.length })
  const page = cutPage([...people, ...samples], limit, (row) =>
    encodeRankCursor({ value: row[sort], userNumber: row.userNumber }),
  )
  return { creators: page.rows.map(withShownNumber), nextCursor: page.nextCursor }
}

interface Reading {
  sort: CreatorSort
  viewerId: string | undefined
  after: RankCursor | undefined
  max: number
}

function readCreators(creators: ReturnType<typeof matching>, { sort, viewerId, after, max }: Reading) {
  return creators
    .select([
      'users.id',
      'users.username',
      'users.displayName',
      'users.avatarUrl',
      'users.userNumber',
      'users.isSample',
      'users.totalViews',
      'users.totalLikes',
      'users.followersCount',
      'users.videosCount',
    ])
    .$narrowType<{ username: string }>()
    .$if(viewerId !== undefined, (query) => query.where(isUnmuted(viewerId ?? '', sql`users.id`)))
    .$if(after !== undefined, (query) => query.where(isAfter(sort, after?.value ?? 0, after?.userNumber ?? 0)))
    .orderBy(`users.${sort}`, sort === 'userNumber' ? 'asc' : 'desc')
    .$if(sort !== 'userNumber', (query) => query.orderBy('users.userNumber'))
    .limit(max)
    .execute()
}

/** Returns how many creators match, over all pages. The creators found by a search are counted up to a limit. */
export async function countCreators(db: Db, q: string): Promise<Pick<CreatorPage, 'total' | 'isTotalCapped'>> {
  const { found } = await db
    .selectFrom(
      matching(db, q)
        .select('users.id')
        .$if(q !== '', (query) => query.limit(COUNTED_MAX + 1))
        .as('matching'),
    )
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()
  const isTotalCapped = q !== '' && found > COUNTED_MAX
  return { total: isTotalCapped ? COUNTED_MAX : found, isTotalCapped }
}

/**
 * Condition that a single index condition can bound. A row comparison cannot express descending values with ascending
 * numbers.
 */
function isAfter(sort: CreatorSort, value: number, userNumber: number) {
  if (sort === 'userNumber') return sql<boolean>`users.user_number > ${userNumber}`
  const column = sql.ref(`users.${sort}`)
  // Some columns are smaller than what a cursor can hold.
  const last = sql`${value}::bigint`
  return sql<boolean>`${column} <= ${last} and (${column} < ${last} or users.user_number > ${userNumber})`
}

function matching(db: Db, q: string) {
  return db
    .selectFrom('users')
    .where('users.username', 'is not', null)
    .where('users.isHidden', '=', false)
    .$if(q !== '', (query) =>
      query.where('users.id', 'in', (names) =>
        names
          .selectFrom('creatorNames')
          .select('userId')
          .where('names', 'like', `%${q.replace(/[\\%_]/g, '\\$&')}%`),
      ),
    )
}
