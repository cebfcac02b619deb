import { type RawBuilder, sql } from 'kysely'
import type { FoundCreator } from '../../../../contract/discovery/search.ts'
import type { Db } from '../../../db/connect.ts'
import { escapeLike } from '../../../db/like-pattern.ts'
import { foldName } from '../../social/profiles/fold-name.ts'
import type { Search } from './parse-search.ts'

/** Maximum number of creators on a page of clips. */
const FOUND_MAX = 6

/**
 * Lists creators whose username, or a word of whose display name, begins with the search. Returns none for a search
 * with operators.
 */
export async function listMatchingCreators(db: Db, { text, phrases, filters }: Search): Promise<FoundCreator[]> {
  const isPlain = filters.length === 0 && phrases.every(({ isExcluded, isName }) => !isExcluded && !isName)
  const name = text.replaceAll('"', ' ').trim().replaceAll(/\s+/g, ' ')
  if (!isPlain || name === '') return []
  const { rows } = await sql<FoundCreator>`
    select id, username, display_name, avatar_url from ${creatorsThatBegin(name, FOUND_MAX)} found`.execute(db)
  return rows
}

/**
 * Selects creators if their username or a word of their display name begins with the text. Those with the most
 * followers come first. For a common name, the planner reads creators in the order of their followers. For a rare name,
 * it uses the index of names.
 *
 * @param max Maximum number of creators.
 */
export function creatorsThatBegin(name: string, max: number): RawBuilder<unknown> {
  const begun = escapeLike(foldName(name))
  return sql`(
    select id, username, display_name, avatar_url, followers_count from users
    where username is not null and not is_hidden and id in (
      select user_id from creator_names
      where names like ${`${begun}%`} or names like ${`%\n${begun}%`} or names like ${`% ${begun}%`}
    )
    order by followers_count desc, user_number limit ${max}
  )`
}
