// Pages through two kinds of lists on a site of 20,000 videos:
// - the lineage of clips: chains of 64 remixes, and a clip with 10,000 remixes
// - the moderators' queue: 100,000 closed cases, 500 open ones, 400,000 reports.
//
// Requests for lineages are for different pages, because shared pages are cached for a second.
import { type Cursor, encodeCursor } from '../../server/http/cursor.ts'
import { executeOnce } from '../../server/test/database/execute-once.ts'
import { connectOnce } from '../support/connect.ts'
import { httpRequest } from '../support/load/load.ts'
import { report, type Row } from '../support/report.ts'
import { load, medianOf } from '../support/rounds.ts'
import type { Size } from '../support/seed.ts'
import { startSeededProduct } from '../seeded-product.ts'

const DEPTH = 64
const LINES = 100
const REMIXES = 10_000
const CLOSED = 100_000
const OPEN = 500
const REPORTS_A_CASE = 4
const size: Size = { videos: 20_000, people: 2_000, likes: 1_000, comments: 1_000 }

await using site = await startSeededProduct(size)
const cookie = site.cookies[0] ?? ''
const rows: Row[] = []
const lineage = await fillLineage(site.databaseUrl)
await measure(
  'what a remix was made from',
  lineage.deepIds.map((id) => `videos/${id}/lineage`),
)
await measure(
  'ancestors, 33 to 64 deep',
  lineage.deepIds.map((id) => `videos/${id}/ancestors`),
)
await measure(
  'a page of 10,000 remixes',
  lineage.cursors.map((after) => `videos/${lineage.parentId}/remixes?cursor=${encodeCursor(after)}`),
)
await fillCases(site.databaseUrl)
await measure('first page of open cases', ['cases'])
await measure('first page of closed cases', ['cases?state=closed'])
report(rows)

/** Measures one client that requests one page after another. */
async function measure(name: string, paths: string[]): Promise<void> {
  const asked = paths.map((path) => httpRequest('GET', `/api/${path}`, { cookie }))
  const figure = await medianOf('p99', () => load(site.port, asked, 1))
  rows.push({ name: `${name}, p99`, figure, unit: 'ms', atMost: 50 })
}

interface Seeded {
  parentId: string
  /** Clips in the deeper half of a chain. */
  deepIds: string[]
  /** Cursors of the parent's list of remixes, spread over the whole list. */
  cursors: Cursor[]
}

/**
 * Makes the next ten thousand clips remixes of the oldest clip. The clips after those form chains, in which each clip
 * is a remix of the previous one.
 */
async function fillLineage(url: string): Promise<Seeded> {
  await using client = await connectOnce(url)
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
  const { rows: cursors } = await client.query<Cursor>(`
    select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"
    from placed where place between 30 and ${REMIXES + 1} order by random() limit 5000`)
  const [parentId = ''] = await ids('select id from placed where place = 1')
  const deepIds = await ids(`select id from links where depth > ${DEPTH / 2} order by random()`)
  return { parentId, deepIds, cursors }
}

async function fillCases(url: string): Promise<void> {
  await executeOnce(
    url,
    `
    update users set role = 'admin' where id = (select id from users order by user_number limit 1);
    insert into cases (kind, subject_id, video_id, person_id, source, rules, is_severe, snapshot, reports_count, state,
      opened_at, closed_at)
    select 'video', video.id, video.id, video.user_id, 'report', array['spam'], n % 5 = 0,
      jsonb_build_object('title', 'A clip that was reported', 'prompt', repeat('fog over a glass city, ', 10)),
      ${REPORTS_A_CASE}, case when n <= ${OPEN} then 'open' else 'closed' end, now() - n * interval '1 minute',
      case when n > ${OPEN} then now() - n * interval '30 seconds' end
    from generate_series(1, ${CLOSED + OPEN}) n
    join (select id, user_id, row_number() over (order by id) as place from videos) as video
      on video.place = n % ${size.videos} + 1;
    insert into reports (video_id, reason, case_id, closed_at, created_at)
    select video_id, 'spam', id, closed_at, opened_at from cases, generate_series(1, ${REPORTS_A_CASE});
    insert into decisions (case_id, person_id, rule, rule_text, measure, facts, source, detected)
    select id, person_id, 'spam', 'No spam.', 'none', 'Nothing seen.', 'report', 'person'
    from cases where state = 'closed'`,
  )
  await executeOnce(url, 'vacuum (analyze)')
}
