// The pages of a clip's lineage: chains of 64 remixes, and a clip with 10,000 remixes. Each request is for a different
// page, because shared pages are cached for a second.
import pg from 'pg'
import { httpRequest } from './support/http-load.ts'
import { interleaved, load, ROUND_MS } from './support/rounds.ts'
import type { Size } from './support/seed.ts'
import { startSeededProduct } from './seeded-product.ts'
import { runSqlLoad } from './support/sql-load.ts'
import { median, printTable, type Row } from './support/table.ts'

const DEPTH = 64
const LINES = 100
const REMIXES = 10_000
const size: Size = { videos: 20_000, people: 2_000, likes: 1_000, comments: 1_000 }
const GOAL_MS = 50

const lineageSql = `
  select video.license, video.remixes_count, parent.title, users.display_name from videos video
    join video_parents link on link.video_id = video.id join videos parent on parent.id = link.parent_id
    join users on users.id = parent.user_id
  where video.id = $1`
const lineSql = `
  with recursive line as (
    select parent_id from video_parents where video_id = $1 and position = 0
    union all
    select next.parent_id from line join video_parents next on next.video_id = line.parent_id and next.position = 0
  )
  select title from line join videos on videos.id = parent_id`
const pageSql = `
  select videos.*, users.display_name from video_parents link join videos on videos.id = link.video_id
    join users on users.id = videos.user_id
  where link.parent_id = $1 and not videos.is_hidden and (link.created_at, link.video_id) < ($2, $3)
  order by link.created_at desc, link.video_id desc limit 25`

const site = await startSeededProduct(size)
const rows: Row[] = []
try {
  const { parentId, deepIds, cursors } = await fill(site.databaseUrl)
  const cookie = site.cookies[0] ?? ''
  const ofDeep = deepIds.map((id) => [id])
  const pages = [
    {
      name: 'what a remix was made from',
      paths: deepIds.map((id) => `${id}/lineage`),
      sql: lineageSql,
      parameters: ofDeep,
    },
    {
      name: 'ancestors, 33 to 64 deep',
      paths: deepIds.map((id) => `${id}/ancestors`),
      sql: lineSql,
      parameters: ofDeep,
    },
    {
      name: 'a page of 10,000 remixes',
      paths: cursors.map(
        ({ at, id }) => `${parentId}/remixes?cursor=${Buffer.from(`${at} ${id}`).toString('base64url')}`,
      ),
      sql: pageSql,
      parameters: cursors.map(({ at, id }) => [parentId, at, id]),
    },
  ]
  for (const { name, paths, sql, parameters } of pages) {
    // A single client requests one page after another. For comparison, one client runs the bare statement.
    const { results, limits } = await interleaved(
      () =>
        load(
          site.port,
          paths.map((path) => httpRequest('GET', `/api/videos/${path}`, { cookie })),
          1,
        ),
      () => runSqlLoad({ url: site.databaseUrl, clients: 1, durationMs: ROUND_MS, sql, parameters }),
    )
    const bare = { figure: 1_000 / median(limits), name: 'the bare statement, ms' }
    const [p50, p99] = [median(results.map((result) => result.p50)), median(results.map((result) => result.p99))]
    rows.push({ name: `${name}, p50`, figure: p50, unit: 'ms', limit: bare, goal: '—', isMet: true })
    rows.push({ name: `${name}, p99`, figure: p99, unit: 'ms', goal: `≤ ${GOAL_MS} ms`, isMet: p99 <= GOAL_MS })
  }
} finally {
  await site.stop()
}
printTable(rows)

interface Seeded {
  parentId: string
  /** Clips in the deeper half of a chain. */
  deepIds: string[]
  /** Cursors of the parent's list of remixes, spread over the whole list. */
  cursors: { at: string; id: string }[]
}

/**
 * The next ten thousand clips are remixes of the oldest one; the clips after them form chains, in which each clip is a
 * remix of the previous one.
 */
async function fill(url: string): Promise<Seeded> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`
      create temp table placed as
        select *, (place - ${REMIXES + 2}) % ${DEPTH + 1} as step from (
          select id, prompt, created_at, row_number() over (order by created_at, id) as place from videos where not is_hidden
        ) as visible where place <= ${REMIXES + 1 + LINES * (DEPTH + 1)};
      create temp table links as
        select child.id, child.created_at, parent.id as parent_id, parent.prompt,
          case when child.place <= ${REMIXES + 1} then 1 else child.step end as depth, root.id as root_id
        from placed child
        join placed parent on parent.place = case when child.place <= ${REMIXES + 1} then 1 else child.place - 1 end
        join placed root on root.place = case when child.place <= ${REMIXES + 1} then 1 else child.place - child.step end
        where child.place > 1 and (child.place <= ${REMIXES + 1} or child.step > 0);
      insert into video_parents (video_id, position, parent_id, parent_prompt, created_at)
        select id, 0, parent_id, prompt, created_at from links;
      update videos set remix_depth = depth, root_id = links.root_id from links where links.id = videos.id;
      update videos set remixes_count = counted.count
        from (select parent_id, count(*) from links group by parent_id) as counted where counted.parent_id = videos.id`)
    await client.query('vacuum (analyze)')
    const ids = async (sql: string) => (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id)
    const { rows: cursors } = await client.query<{ at: string; id: string }>(`
      select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from placed where place between 30 and ${REMIXES + 1} order by random() limit 5000`)
    const [parentId = ''] = await ids('select id from placed where place = 1')
    const deepIds = await ids(`select id from links where depth > ${DEPTH / 2} order by random()`)
    return { parentId, deepIds, cursors }
  } finally {
    await client.end()
  }
}
