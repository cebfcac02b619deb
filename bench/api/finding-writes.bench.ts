// The cost of indexing published clips and of ranking Rising. Also the delay until a search finds a published clip, and
// until it no longer finds a deleted one. `--full` and `--keep=FOLDER` work as for `finding`.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '../../server/db/connect.ts'
import { recomputeHeat, recomputeHeatOfSlice } from '../../server/features/discovery/rising/heat.queries.ts'
import { startSeededProduct, type SeededProduct } from '../seeded-product.ts'
import { connectOnce } from '../support/connect.ts'
import { full, small } from '../support/seed.ts'
import { Draws } from '../support/seed-words.ts'
import { isFull, option } from '../support/options.ts'
import { call } from '../support/publish.ts'
import { report, type Row } from '../support/report.ts'
import { median, quantile, timed } from '../support/rounds.ts'

const LIKES_PER_SECOND = 200
/** The likes of this many seconds are ranked together. */
const HEAT_EVERY_SECONDS = 60
const PUBLISHED = 1_000
const LOOKED_FOR = 10
const size = isFull ? full : small
const TITLE = 'A clip of the benchmark'

const insertSql = `
  with original as (
    insert into objects (owner_id, state, content_type, size_bytes) values ($1, 'published', 'video/mp4', 1) returning id
  )
  insert into videos (user_id, title, tool_used, aspect_ratio, width, height, duration_seconds, original_id, status)
  select $1, '${TITLE}', 'other', '16:9', 16, 9, 1, id, 'ready' from original returning id`

await using site = await startSeededProduct(size, option('keep'))
const rows: Row[] = []
try {
  await measurePublishing(site)
  await measureFound(site)
  await measureHeat(site)
} finally {
  await removeInserted(site)
}
report(rows)

/** Measures the time that PostgreSQL spends on enqueueing a clip for indexing while the clip is published. */
async function measurePublishing({ databaseUrl, userIds }: SeededProduct): Promise<void> {
  await using client = await connectOnce(databaseUrl)
  const times: number[] = []
  for (let i = 0; i < PUBLISHED; i++) {
    const { rows: explained } = await client.query<{
      'QUERY PLAN': [{ Triggers: { 'Trigger Name': string; Time: number }[] }]
    }>(`explain (analyze, format json) ${insertSql}`, [userIds[0]])
    const triggers = explained[0]!['QUERY PLAN'][0].Triggers
    times.push(triggers.find((trigger) => trigger['Trigger Name'] === 'video_index_asked')!.Time)
  }
  rows.push({
    name: 'delay of publishing by the search index, p99',
    figure: quantile(times, 0.99),
    unit: 'ms',
    atMost: 4,
  })
}

async function measureFound({ url, cookies, userIds, databaseUrl }: SeededProduct): Promise<void> {
  await using client = await connectOnce(databaseUrl)
  const visitor = { url, cookie: '' }
  const account = { url, cookie: cookies[0]! }
  const countOf = async (q: string) => (await call<{ count: number }>(visitor, 'GET', `/api/search?q=${q}`)).count
  const until = async (q: string, count: number) => {
    const start = performance.now()
    while ((await countOf(q)) !== count) await pause(5)
    return performance.now() - start
  }
  const [found, gone]: [number[], number[]] = [[], []]
  for (let i = 0; i < LOOKED_FOR; i++) {
    const id = await insertVideo(client, userIds[0]!)
    await client.query('update users set videos_count = videos_count + 1 where id = $1', [userIds[0]])
    // Contains only letters, because a number would be a word of its own.
    const q = `q${id.replaceAll('-', '').replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`
    await call(account, 'PATCH', `/api/videos/${id}`, { title: q })
    found.push(await until(q, 1))
    await call(account, 'DELETE', `/api/videos/${id}`)
    gone.push(await until(q, 0))
  }
  rows.push(
    { name: 'until a clip is found by the search, at most', figure: Math.max(...found), unit: 'ms', atMost: 1_000 },
    { name: 'until a deleted clip is not found, at most', figure: Math.max(...gone), unit: 'ms', atMost: 1_000 },
  )
}

/** Measures two rankings: that of clips with new likes, and the hourly one of all clips. */
async function measureHeat({ databaseUrl }: SeededProduct): Promise<void> {
  await using client = await connectOnce(databaseUrl)
  const draws = new Draws()
  const { videos } = size
  const liked = Array.from(
    { length: LIKES_PER_SECOND * HEAT_EVERY_SECONDS },
    () => (draws.rank(videos) * 7919) % videos,
  )
  const { rows: touched } = await client.query<{ id: string }>(
    "select distinct seeded_id('video' || n) as id from unnest($1::int[]) n",
    [liked],
  )
  await using db = connect(databaseUrl, { poolSize: 1 })
  const ids = touched.map(({ id }) => id)
  const minutesMs: number[] = []
  for (let i = 0; i < 5; i++) minutesMs.push(await timed(() => recomputeHeat(db, ids)))
  const allMs = await timed(() => recomputeHeatOfSlice(db, 0, 1))
  rows.push(
    {
      name: `rising at ${LIKES_PER_SECOND} likes a second, by a twentieth of a core: computed every`,
      // One connection uses at most one core, and ranking should use at most a twentieth of that.
      figure: Math.max(HEAT_EVERY_SECONDS, median(minutesMs) / 1000 / 0.05),
      unit: 's',
      atMost: 300,
    },
    // The goal is 5 % of an hour, because it happens every hour.
    { name: 'rising, all of it', figure: allMs / 1000, unit: 's', atMost: 180 },
  )
}

/** Inserts a video. @returns Its id. */
async function insertVideo(client: pg.Client, userId: string): Promise<string> {
  const { rows: inserted } = await client.query<{ id: string }>(insertSql, [userId])
  return inserted[0]!.id
}

/** Deletes the inserted videos, even after a failure, so that a kept database is unchanged. */
async function removeInserted({ databaseUrl }: SeededProduct): Promise<void> {
  await using client = await connectOnce(databaseUrl)
  await client.query('delete from videos using objects where objects.id = original_id and size_bytes = 1')
  await client.query('delete from objects where size_bytes = 1')
}
