// What finding costs those who write: publishing, and what is rising; and how soon a clip is found, and gone. `--full` and
// `--keep=FOLDER` as for `finding`.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '../server/db/connect.ts'
import { workOutAllHeat, workOutHeat } from '../server/features/rising/heat.queries.ts'
import { startSeededProduct, type SeededProduct } from './seeded-product.ts'
import { full, small } from './support/seed.ts'
import { Draws } from './support/seed-words.ts'
import { median, printTable, type Row } from './support/table.ts'

const isFull = process.argv.includes('--full')
const keptIn = process.argv.find((arg) => arg.startsWith('--keep='))?.slice('--keep='.length)

const LIKES_PER_SECOND = 200
/** What is touched in this time is worked out together. */
const HEAT_EVERY_SECONDS = 60
const PUBLISHED = 300
const LOOKED_FOR = 10
const SOON_MS = 1_000
const TITLE = 'Of the bench'

const site = await startSeededProduct(isFull ? full : small, keptIn)
const rows: Row[] = []
try {
  await measurePublishing(site)
  await measureFound(site)
  await measureHeat(site)
} finally {
  await site.stop()
}
printTable(rows)

/** The row of a clip, with and without what writes down that it is to be found, in turns. */
async function measurePublishing({ databaseUrl, userIds }: SeededProduct): Promise<void> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => {}) // Its end is no news.
  await client.connect()
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let i = 0; i < PUBLISHED; i++) {
    for (const [how, change] of [
      ['with', 'enable'],
      ['without', 'disable'],
    ] as const) {
      await client.query(`alter table videos ${change} trigger video_index_asked`)
      const start = performance.now()
      await insertVideo(client, userIds[0]!)
      times[how].push(performance.now() - start)
    }
  }
  await client.query('alter table videos enable trigger video_index_asked')
  await removeInserted(client)
  await client.end()
  const p99 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
  const more = p99(times.with) - p99(times.without)
  rows.push({ name: 'publishing, p99, more than without', figure: more, unit: 'ms', goal: '≤ 4 ms', isMet: more <= 4 })
}

async function measureFound({ url, cookies, userIds, databaseUrl }: SeededProduct): Promise<void> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => {}) // Its end is no news.
  await client.connect()
  const countOf = async (q: string) =>
    ((await (await fetch(`${url}/api/search?q=${q}`)).json()) as { count: number }).count
  const until = async (q: string, count: number) => {
    const start = performance.now()
    while ((await countOf(q)) !== count) await pause(5)
    return performance.now() - start
  }
  const cookie = cookies[0]!
  const [found, gone]: [number[], number[]] = [[], []]
  for (let i = 0; i < LOOKED_FOR; i++) {
    const id = await insertVideo(client, userIds[0]!)
    await client.query('update users set videos_count = videos_count + 1 where id = $1', [userIds[0]])
    // Letters alone: a number within would be a word of its own.
    const q = `q${id.replaceAll('-', '').replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`
    const body = JSON.stringify({ title: q })
    await fetch(`${url}/api/videos/${id}`, {
      method: 'PATCH',
      headers: { cookie, 'content-type': 'application/json' },
      body,
    })
    found.push(await until(q, 1))
    await fetch(`${url}/api/videos/${id}`, { method: 'DELETE', headers: { cookie } })
    gone.push(await until(q, 0))
  }
  await removeInserted(client)
  await client.end()
  for (const [name, times] of Object.entries({ found, gone })) {
    const most = Math.max(...times)
    rows.push({
      name: `${name} by the search, at most after`,
      figure: most,
      unit: 'ms',
      goal: '≤ 1,000 ms',
      isMet: most <= SOON_MS,
    })
  }
}

/** What is rising, worked out for those that likes came for; and all of it, as at first and once an hour. */
async function measureHeat({ databaseUrl }: SeededProduct): Promise<void> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => {}) // Its end is no news.
  await client.connect()
  const draws = new Draws()
  const { videos } = isFull ? full : small
  const liked = Array.from(
    { length: LIKES_PER_SECOND * HEAT_EVERY_SECONDS },
    () => (draws.rank(videos) * 7919) % videos,
  )
  const { rows: touched } = await client.query<{ id: string }>(
    "select distinct seeded_id('video' || n) as id from unnest($1::int[]) n",
    [liked],
  )
  await client.end()
  const db = connect(databaseUrl, { poolSize: 1 })
  const seconds = async (run: () => Promise<void>) => {
    const start = performance.now()
    await run()
    return (performance.now() - start) / 1000
  }
  const ids = touched.map(({ id }) => id)
  const minutes: number[] = []
  for (let i = 0; i < 5; i++) minutes.push(await seconds(() => workOutHeat(db, ids)))
  const all = await seconds(() => workOutAllHeat(db))
  await db.destroy()
  // One connection keeps no more than one core busy.
  const share = (median(minutes) / HEAT_EVERY_SECONDS) * 100
  rows.push(
    {
      name: `rising, of what ${LIKES_PER_SECOND} likes a second touch`,
      figure: share,
      unit: '% of a core',
      goal: '≤ 5 %',
      isMet: share <= 5,
    },
    { name: 'rising, all of it', figure: all, unit: 's', goal: '≤ 180 s: 5 % of an hour', isMet: all <= 180 },
  )
}

/** @returns Its id. */
async function insertVideo(client: pg.Client, userId: string): Promise<string> {
  const { rows: inserted } = await client.query<{ id: string }>(
    `with original as (
       insert into objects (owner_id, state, content_type, size_bytes) values ($1, 'published', 'video/mp4', 1) returning id
     )
     insert into videos (user_id, title, tool_used, aspect_ratio, width, height, duration_seconds, original_id, status)
     select $1, '${TITLE}', 'other', '16:9', 16, 9, 1, id, 'ready' from original returning id`,
    [userId],
  )
  return inserted[0]!.id
}

async function removeInserted(client: pg.Client): Promise<void> {
  await client.query(`with gone as (delete from videos where title = '${TITLE}' returning original_id)
    delete from objects where id in (select original_id from gone)`)
}
