import { type RawBuilder, sql } from 'kysely'
import type { SearchSort } from '../../../../../contract/discovery/search.ts'
import { isListed } from '../../../../access/visibility.ts'
import type { Db } from '../../../../db/connect.ts'
import type { Filter, Search, Shape } from '../parse-search.ts'
import { ifCancelled } from '../../../../db/time-limit.ts'
import { type Hit, scan } from './scan-videos.ts'
import { FEW, findTerms, type Terms } from '../search-terms.ts'

/** The complete result of a search, from which all its pages are cut. */
export interface Found {
  ids: string[]
  count: number
  isAbout: boolean
  isCut: boolean
  /** The terms to mark in texts. */
  terms: Pick<Terms, 'lexemes' | 'prefixes'>
}

const SHOWN_MAX = 2_000
/** Maximum number of matches to rank: those with the best popularity scores. All others follow, newest first. */
const RANKED_MAX = 600
/** Maximum number of ranked matches for which word proximity is computed as well. */
const NEAR_MAX = 300

/**
 * Searches videos. The fastest plan depends on how common the words are. This code chooses the plan, because a generic
 * plan of PostgreSQL would be the same for all words.
 */
export async function searchVideos(tx: Db, search: Search, sort: SearchSort): Promise<Found> {
  const terms = { lexemes: new Set<string>(), prefixes: [] }
  const progress: Found = { ids: [], count: 0, isAbout: true, isCut: true, terms }
  const soFar = ifCancelled((): Partial<Found> => ({ count: progress.ids.length }))
  const whole = await readVideos(tx, search, sort, progress).catch(soFar)
  return { ...progress, ...whole }
}

/** Runs a search. @param progress Receives the results so far, in case a later statement is cut off. */
async function readVideos(tx: Db, search: Search, sort: SearchSort, progress: Found): Promise<Partial<Found>> {
  const terms = await findTerms(tx, search.phrases)
  progress.terms = { lexemes: terms.lexemes, prefixes: terms.prefixes }
  const condition = conditionOf(search, terms)
  if (!condition) return { isAbout: false, isCut: false }
  const few = await findFew(tx, search, terms, condition)
  const { hits, ...counted } = few ?? (await scan(tx, condition, sort, (found) => (progress.ids = newestFirst(found))))
  return { ...counted, ids: await inOrder(tx, hits, terms, sort, progress) }
}

/**
 * Returns the condition on a row of `video_search` (as `found`), or `undefined` if the search has no effective terms.
 */
function conditionOf({ filters }: Search, { query }: Terms): RawBuilder<boolean> | undefined {
  const conditions = filters.map((filter) => (filter.isExcluded ? sql`not ${isMet(filter)}` : isMet(filter)))
  if (query !== null) conditions.push(sql`found.words @@ ${query}::tsquery`)
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : undefined
}

function isMet(filter: Filter): RawBuilder<unknown> {
  switch (filter.kind) {
    case 'tag':
      return sql`exists (select from video_tags where tag = ${filter.tag} and video_tags.video_id = found.video_id)`
    case 'creator':
      return sql`exists (select from videos where videos.id = found.video_id
        and user_id = (select id from users where username = ${filter.username}))`
    case 'tool':
      return sql`found.tool_used = any (${filter.tools})`
    case 'shape':
      return isShaped(filter.shape)
  }
}

function isShaped(shape: Shape): RawBuilder<unknown> {
  if (typeof shape === 'object') return sql`found.aspect_ratio = ${shape.ratio}`
  const width = sql`split_part(found.aspect_ratio, ':', 1)::int`
  const height = sql`split_part(found.aspect_ratio, ':', 2)::int`
  return shape === 'vertical' ? sql`(${width} < ${height})` : sql`(${width} > ${height})`
}

/**
 * Returns the matches through an index: those of a rare word, a tag or a creator. Returns `undefined` if the search has
 * none of these, or if the word is not rare after all.
 */
async function findFew(tx: Db, search: Search, { videosCount, indexQuery }: Terms, condition: RawBuilder<boolean>) {
  const isRare = videosCount !== undefined && videosCount <= FEW
  const source = isRare
    ? sql`(select * from video_search where words @@ ${indexQuery}::tsquery offset 0) found`
    : sourceOf(search.filters)
  if (!source) return undefined
  const { rows } = await sql<Hit & { count: number }>`
    with matching as materialized (
      select found.video_id, found.created_at, found.standing from ${source} where ${condition} limit ${FEW + 1}
    )
    select video_id, created_at, standing, (select count(*)::int from matching) as count from matching
    order by standing desc, created_at desc, video_id desc limit ${SHOWN_MAX}`.execute(tx)
  const count = rows[0]?.count ?? 0
  // There are more matches than estimated, so the caller scans only the beginning.
  if (isRare && count > FEW) return undefined
  return { hits: rows, count, isAbout: count > FEW, isCut: false }
}

/** Returns the videos with the tag or by the creator of a filter, newest first. */
function sourceOf(filters: Filter[]): RawBuilder<unknown> | undefined {
  const wanted = filters.filter(({ isExcluded }) => !isExcluded)
  const creator = wanted.find((filter) => filter.kind === 'creator')
  if (creator) {
    return sql`(
      select id as video_id from videos where user_id = (select id from users where username = ${creator.username})
        and ${isListed} order by created_at desc, id desc limit ${FEW + 1}
    ) theirs join video_search found using (video_id)`
  }
  const tagged = wanted.find((filter) => filter.kind === 'tag')
  return (
    tagged &&
    sql`(
      select video_id from video_tags where tag = ${tagged.tag}
      order by created_at desc, video_id desc limit ${FEW + 1}
    ) tagged join video_search found using (video_id)`
  )
}

/** Sorts the matches. A search without words has no ranking, so its newest matches come first. */
async function inOrder(tx: Db, hits: Hit[], terms: Terms, sort: SearchSort, progress: Found) {
  const newest = newestFirst(hits)
  if (sort === 'newest' || terms.query === null || newest.length === 0) return newest
  // This is the result if ranking takes too long.
  progress.ids = newest
  const ranked = newestFirst(hits.toSorted((a, b) => b.standing - a.standing).slice(0, RANKED_MAX))
  const best = await rank(tx, ranked, { ...terms, query: terms.query })
  return [...new Set([...best, ...newest])]
}

async function rank(tx: Db, videoIds: string[], terms: Terms & { query: string }): Promise<string[]> {
  const { query, exactQuery, isOneWord } = terms
  const exact = exactQuery !== null && exactQuery !== query ? sql`+ ts_rank(words, ${exactQuery}::tsquery, 1)` : sql``
  // `ts_rank_cd` takes five times as long as `ts_rank`, so only the best matches get it.
  const nearness = isOneWord
    ? sql`0`
    : sql`case when place <= ${NEAR_MAX} then ts_rank_cd(words, ${query}::tsquery, 1) end`
  const { rows } = await sql<{ videoId: string }>`
    select video_id from (
      select *, row_number() over (order by matches * worth desc) as place from (
        select video_id, created_at, words, ts_rank(words, ${query}::tsquery, 1) ${exact} as matches,
          (1 + 0.06::float8 * standing)
            * (0.7::float8 + 0.3::float8 * exp(extract(epoch from created_at - now())::float8 / 7776000)) as worth
        from video_search where video_id = any (${videoIds})
      ) as rated
    ) as placed
    order by (matches + coalesce(${nearness}, 0)) * worth desc, created_at desc, video_id desc`.execute(tx)
  return rows.map(({ videoId }) => videoId)
}

function newestFirst(hits: Hit[]): string[] {
  const before = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)
  return hits
    .toSorted((a, b) => before(a.createdAt, b.createdAt) || before(a.videoId, b.videoId))
    .map(({ videoId }) => videoId)
}
