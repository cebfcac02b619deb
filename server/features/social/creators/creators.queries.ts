import { type RawBuilder, sql } from 'kysely'
import type { CreatorListQuery, CreatorPage, CreatorSort, ListedCreator } from '../../../../contract/social/creators.ts'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isPerson, isSample, withShownNumber } from '../../../access/sample-numbers.ts'
import type { Db } from '../../../db/connect.ts'
import { escapeLike } from '../../../db/like-pattern.ts'
import { foldName } from '../profiles/fold-name.ts'
import { cutPage, decodeRankCursor, encodeRankCursor, type RankCursor } from '../../../http/cursor.ts'

const COUNTED_MAX = 1_000

/**
 * Returns a page of the leaderboard: users in the chosen order, then samples. Ties are ordered by registration. Every
 * sort order of users has an index.
 *
 * @param query `q` is lowercased. An empty `q` matches every creator.
 * @param viewerId If given, creators whom this viewer has muted are left out.
 */
export async function listCreators(
  db: Db,
  { sort, q, limit, cursor }: CreatorListQuery,
  viewerId?: string,
): Promise<Pick<CreatorPage, 'creators' | 'nextCursor'>> {
  const after = decodeRankCursor(cursor)
  const wanted = limit + 1
  const isAmongSamples = after !== undefined && after.userNumber < 0
  const read = (kind: RawBuilder<boolean>, rows: { after: RankCursor | undefined; max: number }) =>
    rows.max === 0 ? [] : readCreators(db, sql`${isFound(q)} and ${kind}`, { sort, viewerId, ...rows })
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

type CreatorRow = ListedCreator & { userNumber: number }

async function readCreators(db: Db, which: RawBuilder<unknown>, { sort, viewerId, after, max }: Reading) {
  const isShown = viewerId === undefined ? sql`true` : isUnmuted(viewerId, sql`users.id`)
  const order = sort === 'userNumber' ? sql`user_number` : sql`${sql.ref(`users.${sort}`)} desc, user_number`
  const { rows } = await sql<CreatorRow>`
    select id, username, display_name, avatar_url, user_number, is_sample, total_views, total_likes, followers_count,
      videos_count
    from users where ${which} and ${isShown} and ${after ? isAfter(sort, after.value, after.userNumber) : sql`true`}
    order by ${order} limit ${max}`.execute(db)
  return rows
}

/** Counts the creators on all pages. The matches of a search are counted up to a limit. */
export async function countCreators(db: Db, q: string): Promise<Pick<CreatorPage, 'total' | 'isTotalCapped'>> {
  const limit = q === '' ? sql`` : sql`limit ${COUNTED_MAX + 1}`
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select from users where ${isFound(q)} ${limit}) as matching`.execute(db)
  const { found } = rows[0]!
  const isTotalCapped = q !== '' && found > COUNTED_MAX
  return { total: isTotalCapped ? COUNTED_MAX : found, isTotalCapped }
}

/** Counts the creators on all pages that the viewer has muted. */
export async function countMutedCreators(db: Db, q: string, viewerId: string): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from users join relations on target_id = users.id
    where relations.user_id = ${viewerId}::uuid and ${isFound(q)}`.execute(db)
  return rows[0]!.found
}

/**
 * Returns the condition for creators after a cursor, in a form that limits the index scan. A row comparison is
 * impossible because values descend while user numbers ascend.
 */
function isAfter(sort: CreatorSort, value: number, userNumber: number) {
  if (sort === 'userNumber') return sql<boolean>`users.user_number > ${userNumber}`
  const column = sql.ref(`users.${sort}`)
  // A forged cursor may contain a value that is too large for the column.
  const last = sql`${value}::bigint`
  return sql<boolean>`${column} <= ${last} and (${column} < ${last} or users.user_number > ${userNumber})`
}

function isFound(q: string): RawBuilder<unknown> {
  const names = `%${escapeLike(foldName(q))}%`
  const isNamed = q === '' ? sql`true` : sql`id in (select user_id from creator_names where names like ${names})`
  return sql`users.username is not null and not users.is_hidden and ${isNamed}`
}
