// The speed of the moderators' queue on a site with 100,000 closed cases, 400,000 reports and 500 open cases.
import pg from 'pg'
import { httpRequest } from './support/http-load.ts'
import { interleaved, load, ROUND_MS } from './support/rounds.ts'
import type { Size } from './support/seed.ts'
import { startSeededProduct } from './seeded-product.ts'
import { runSqlLoad } from './support/sql-load.ts'
import { median, printTable, type Row } from './support/table.ts'

const CLOSED = 100_000
const OPEN = 500
const REPORTS_A_CASE = 4
const size: Size = { videos: 20_000, people: 2_000, likes: 1_000, comments: 1_000 }

const pageSql = `
  select cases.*, users.display_name from cases left join users on users.id = cases.person_id
  where state = 'open' order by is_severe desc, opened_at, cases.id limit 31`

const site = await startSeededProduct(size)
const rows: Row[] = []
try {
  await fill(site.databaseUrl)
  const cookie = site.cookies[0] ?? ''
  const pages = { 'first page of open cases': '/api/cases', 'first page of closed cases': '/api/cases?state=closed' }
  for (const [name, path] of Object.entries(pages)) {
    // A single moderator requests one page. For comparison, one client runs the bare statement.
    const { results, limits } = await interleaved(
      () => load(site.port, [httpRequest('GET', path, { cookie })], 1),
      () => runSqlLoad({ url: site.databaseUrl, clients: 1, durationMs: ROUND_MS, sql: pageSql, parameters: [[]] }),
    )
    const p50 = median(results.map((result) => result.p50))
    const bare = 1_000 / median(limits)
    const limit = { figure: bare, name: 'the page by prepared SQL, ms' }
    rows.push({ name, figure: p50, unit: 'ms', limit, goal: '≤ 20 ms', isMet: p50 <= 20 })
  }
} finally {
  await site.stop()
}
printTable(rows)

async function fill(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`
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
      from cases where state = 'closed'`)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}
