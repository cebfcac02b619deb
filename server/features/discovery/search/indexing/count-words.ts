import { sql } from 'kysely'
import { pagesOf } from '../../../../concurrency/pages-of.ts'
import type { Db } from '../../../../db/connect.ts'
import type { Deps } from '../../../../setup/deps.ts'
import { normalise, PROMPT_LENGTH } from '../normalise.ts'

/** Maximum number of videos whose words are counted. On larger sites this is a sample. */
const SAMPLE = 50_000
/** Rows per query. Small enough that the process stays responsive between queries. */
const CHUNK = 100
/** Maximum number of words to keep, the most common first. Rarer words are still found, but not suggested. */
const MAX_WORDS = 200_000
const ROUND = 5_000
/** Maximum length of a word, in letters. Users do not type longer words. */
const MAX_WORD = 40
/** Number of videos up to which a site is small, and the counting intervals for small and large sites. */
const SMALL_SITE = 5_000
const SMALL_EVERY_MS = 60_000
const LARGE_EVERY_MS = 60 * 60_000

/** Time and table state of this process's last count, for each database. */
const counted = new WeakMap<Db, { at: number; state: string }>()

/**
 * Counts in how many videos each word and tag occurs, if a count is due. Searches, suggestions and spelling correction
 * use the counts.
 */
export async function countWhenDue({ db }: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<void> {
  const { total, state } = await readState(db)
  const last = counted.get(db)
  const everyMs = total <= SMALL_SITE ? SMALL_EVERY_MS : LARGE_EVERY_MS
  if (last && (last.state === state || performance.now() - last.at < everyMs)) return
  await countWords({ db }, signal)
  counted.set(db, { at: performance.now(), state })
}

/**
 * Returns the approximate number of searchable videos, and a state that changes with every published or edited clip.
 */
async function readState(db: Db): Promise<{ total: number; state: string }> {
  const { rows } = await sql<{ total: number; state: string }>`
    select greatest(reltuples, 0)::int as total,
      concat_ws(' ', n_tup_ins, n_tup_upd, n_tup_del, stats_reset) as state
    from pg_class join pg_stat_user_tables on relid = pg_class.oid
      cross join (select stats_reset from pg_stat_database where datname = current_database()) reset
    where pg_class.oid = 'video_search'::regclass`.execute(db)
  return rows[0] ?? { total: 0, state: '' }
}

/** Counts words and tags now. Does nothing if another process is counting. */
export function countWords({ db }: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('reverie words')) as is_free`.execute(tx)
    if (!rows[0]?.isFree) return
    const { counts, share } = await countSample(tx, signal)
    if (signal?.aborted) return
    await sql`create temporary table counted (word text primary key, videos_count integer) on commit drop`.execute(tx)
    for await (const round of pagesOf(wordsToKeep(counts, share), ROUND)) {
      await sql`insert into counted select * from jsonb_to_recordset(${JSON.stringify(round)}::jsonb)
        as row (word text, videos_count integer)`.execute(tx)
    }
    await writeWords(tx)
    await countTags(tx)
  })
}

/** Returns how many videos of the sample contain each word, and which share of all videos the sample covers. */
async function countSample(db: Db, signal?: AbortSignal): Promise<{ counts: Map<string, number>; share: number }> {
  const counts = new Map<string, number>()
  const { isSampled, share } = await sampleOf(db)
  let after = sql`true`
  while (!signal?.aborted) {
    const { rows } = await sql<{ videoId: string; text: string }>`
      select video_id, concat_ws(' ', title, tags, model, caption, left(prompt, ${PROMPT_LENGTH})) as text
      from video_search join videos on videos.id = video_id
      where ${after} and ${isSampled} order by video_id limit ${CHUNK}`.execute(db)
    for (const { text } of rows) {
      for (const word of new Set(normalise(text).split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) break
    after = sql`video_id > ${last.videoId}`
  }
  return { counts, share }
}

/** Skips words that occur once in a sample, because they may be typing errors. */
function* wordsToKeep(counts: Map<string, number>, share: number) {
  for (const [word, count] of counts) {
    if (word === '' || word.length > MAX_WORD || (count === 1 && share < 1)) continue
    yield { word, videos_count: Math.ceil(count / share) }
  }
}

/** Returns a condition that selects a sample, and its share of all videos. A range of random ids is unbiased. */
async function sampleOf(db: Db) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from video_search`.execute(db)
  const share = Math.min(1, SAMPLE / (rows[0]?.count ?? 1))
  const last = Math.floor(share * 0xffff_ffff)
    .toString(16)
    .padStart(8, '0')
  return { share, isSampled: sql`video_id <= ${`${last}-ffff-ffff-ffff-ffffffffffff`}::uuid` }
}

/**
 * Writes the counts that changed by at least a tenth. Others stay, so that a large site does not rewrite all its words
 * every hour. Stop words such as "the" are left out because they are not searched.
 */
async function writeWords(tx: Db): Promise<void> {
  await sql`
    delete from search_words where not exists (select from counted where counted.word = search_words.word)`.execute(tx)
  await sql`
    insert into search_words (word, lexeme, videos_count)
    select word, lexeme, videos_count from (
      select word, (tsvector_to_array(to_tsvector('reverie', word)))[1] as lexeme, videos_count from counted
      order by videos_count desc limit ${MAX_WORDS}
    ) commonest where lexeme is not null
    on conflict (word) do update set videos_count = excluded.videos_count
      where abs(search_words.videos_count - excluded.videos_count) * 10 >= search_words.videos_count`.execute(tx)
}

async function countTags(tx: Db): Promise<void> {
  await sql`
    update tags set videos_count = used.count
    from (select tags.tag, count(video_tags.video_id)::int as count from tags left join video_tags using (tag)
      group by tags.tag) used
    where used.tag = tags.tag and videos_count <> used.count`.execute(tx)
}
