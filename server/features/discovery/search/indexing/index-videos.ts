import { type RawBuilder, type Selectable, sql } from 'kysely'
import { splitTags, tagKey } from '../../../../../contract/videos/tags.ts'
import { toolLabels } from '../../../../../contract/videos/videos.ts'
import { runWhenAsked } from '../../../../concurrency/run-when-asked.ts'
import { isListed } from '../../../../access/visibility.ts'
import type { Db } from '../../../../db/connect.ts'
import { inTransaction } from '../../../../db/repeat-after-deadlock.ts'
import type { VideosTable } from '../../../../db/schema/schema.ts'
import type { ErrorLog } from '../../../../errors/loggable-error.ts'
import type { Deps } from '../../../../setup/deps.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../../signals/video-signals.ts'
import { normalise, PROMPT_LENGTH } from '../normalise.ts'

type IndexDeps = Pick<Deps, 'db' | 'jobs' | 'signals'>

/**
 * Videos per round. Likes of these videos wait until the round commits, which takes about 50 ms for ten videos with
 * the longest texts.
 */
const ROUND = 10

interface Text extends Pick<
  Selectable<VideosTable>,
  'id' | 'createdAt' | 'title' | 'caption' | 'prompt' | 'tags' | 'toolUsed' | 'model' | 'aspectRatio'
> {
  /** Whether the video was published or edited in the last day. */
  isNew: boolean
}

/**
 * Writes the search rows of new and changed videos. A database trigger lists these videos in `videos_to_index`. Several
 * processes may run it at the same time, and it may be killed at any time.
 */
export async function indexVideos({ db, jobs, signals }: IndexDeps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const taken = await inTransaction(db, (tx) => indexRound(tx, jobs))
    for (const id of taken) signals.emit(VIDEO_INDEXED, id)
    if (taken.length === 0 || signal?.aborted) return
  }
}

/**
 * Indexes videos as soon as they change, beginning with those that were left unindexed.
 *
 * @returns A function that stops indexing and waits for the current round.
 */
export function keepIndexed(deps: IndexDeps, log: ErrorLog): () => Promise<void> {
  // If indexing fails, the sweep tries again.
  const indexing = runWhenAsked(
    (signal) => indexVideos(deps, signal),
    (error) => log.error({ err: error }, 'Indexing failed'),
  )
  deps.signals.on(VIDEO_CHANGED, indexing.ask, indexing.ask)
  indexing.ask()
  return indexing.stop
}

/**
 * Indexes one round of videos. Enqueues the comparison of new and lately edited videos with others.
 *
 * @returns The videos that were indexed.
 */
async function indexRound(tx: Db, jobs: IndexDeps['jobs']): Promise<string[]> {
  const taken = await takeRound(tx)
  if (taken.length === 0) return []
  const { rows } = await sql<Text>`
    select id, created_at, title, caption, prompt, tags, tool_used, model, aspect_ratio,
      updated_at > now() - interval '1 day' as is_new
    from videos where id = any (${taken}) and ${isListed}`.execute(tx)
  await writeWords(tx, rows)
  await writeTags(tx, taken, rows)
  // Older videos are compared when they are viewed. Indexing a large site again then does not fill the queue.
  const toCompare = rows.filter(({ isNew }) => isNew).map(({ id }) => id)
  // An edited video is compared like a new one.
  await sql`delete from video_comparisons where video_id = any (${toCompare})`.execute(tx)
  for (const videoId of toCompare.toSorted()) await jobs.enqueue(tx, 'compare-video', { videoId })
  return taken
}

/**
 * Takes videos off the list and returns their ids. The videos are locked first, as in every change of a video. Videos
 * that another transaction has locked are left for a later round. If all are locked, such as one that many people like,
 * the round waits for one of them.
 */
async function takeRound(tx: Db): Promise<string[]> {
  const free = await lockListed(tx, { count: ROUND, ifLocked: sql`skip locked` })
  const held = free.length > 0 ? free : await lockListed(tx, { count: 1, ifLocked: sql`` })
  const { rows } = await sql<{ videoId: string }>`
    delete from videos_to_index where video_id in (
      select video_id from videos_to_index where video_id = any (${held}) for update skip locked
    ) returning video_id`.execute(tx)
  return rows.map(({ videoId }) => videoId)
}

/** Locks listed videos one after another, without an order, so that a round does not first read the whole list. */
async function lockListed(tx: Db, { count, ifLocked }: { count: number; ifLocked: RawBuilder<unknown> }) {
  const { rows } = await sql<{ id: string }>`
    select locked.id from videos_to_index cross join lateral (
      select id from videos where id = video_id for no key update ${ifLocked}
    ) as locked limit ${count}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function writeWords(tx: Db, videos: Text[]): Promise<void> {
  const rows = videos.map(({ title, caption, prompt, tags, model, ...video }) => ({
    id: video.id,
    created_at: video.createdAt,
    tool_used: video.toolUsed,
    aspect_ratio: video.aspectRatio,
    has_prompt: prompt !== null,
    a: normalise(title),
    b: normalise([tags, toolLabels[video.toolUsed], model ?? ''].join(' ')),
    c: normalise(caption ?? ''),
    d: normalise(prompt?.slice(0, PROMPT_LENGTH) ?? ''),
  }))
  await sql`
    insert into video_search (video_id, created_at, tool_used, aspect_ratio, has_prompt, words)
    select id, created_at, tool_used, aspect_ratio, has_prompt,
      setweight(to_tsvector('reverie', a), 'A') || setweight(to_tsvector('reverie', b), 'B')
        || setweight(to_tsvector('reverie', c), 'C') || setweight(to_tsvector('reverie', d), 'D')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, created_at timestamptz, tool_used text,
      aspect_ratio text, has_prompt boolean, a text, b text, c text, d text)
    on conflict (video_id) do update set tool_used = excluded.tool_used, has_prompt = excluded.has_prompt,
      words = excluded.words`.execute(tx)
}

/** Writes the tags. @param taken The videos whose tags are replaced, including those that have no tags left. */
async function writeTags(tx: Db, taken: string[], videos: Text[]): Promise<void> {
  const rows = videos.flatMap(({ id, createdAt, tags }) =>
    splitTags(tags).map((name) => ({ video_id: id, created_at: createdAt, tag: tagKey(name), name })),
  )
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (video_id uuid, created_at timestamptz, tag text, name text)
    ),
    gone as (
      delete from video_tags where video_id = any (${taken})
        and not exists (select from wanted where wanted.video_id = video_tags.video_id and wanted.tag = video_tags.tag)
    ),
    -- Rows are inserted in the order of their tags, so that two processes do not deadlock.
    named as (
      insert into tags (tag, name) select distinct on (tag) tag, name from wanted order by tag on conflict do nothing
    )
    insert into video_tags (tag, created_at, video_id) select distinct tag, created_at, video_id from wanted
    on conflict do nothing`.execute(tx)
}
