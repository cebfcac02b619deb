// Lists the migrations that block readers or writers of a filled site for longest. Each is listed with its longest lock
// on an existing table. The site is filled after migration `--from=NNNN` (0030 by default), and the later ones are
// measured. `--full` fills it with a million videos. Up to 0030, a site was one process, and nothing else ran during
// migrations.
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../server/db/connect.ts'
import { migrateTo } from '../../server/db/prepare/migrate.ts'
import { executeOnce } from '../../server/test/database/execute-once.ts'
import { full, small } from '../support/seed.ts'
import { connectOnce } from '../support/connect.ts'
import { withEmptyDatabase } from '../support/empty-database.ts'
import { isFull, option } from '../support/options.ts'
import { report, type Row } from '../support/report.ts'

const { videos, people, comments } = isFull ? full : small
const from = option('from') ?? '0030'

const SHOWN = 5
const SAMPLE_EVERY_MS = 2
const names = readdirSync('server/db/migrations').filter((name) => name.endsWith('.sql'))

interface Held {
  what: string
  ms: number
}

const rows: Row[] = []
await withEmptyDatabase(async ({ db, url, superuserUrl }) => {
  await migrateTo(
    db,
    names.filter((name) => name.slice(0, 4) <= from),
  )
  await fill(superuserUrl)
  for (const name of names.filter((each) => each.slice(0, 4) > from)) {
    const { what, ms } = await longestLock(db, url, name)
    rows.push({ name: `${name}: ${what}`, figure: ms, unit: 'ms', atMost: 200 })
  }
})
report(rows.toSorted((a, b) => b.figure - a.figure).slice(0, SHOWN))

/**
 * Fills the tables that migrations change with as many rows as the benchmarks' seeded site has. Their content does not
 * matter.
 */
async function fill(superuserUrl: string): Promise<void> {
  console.log(`Filling the schema of ${from}: ${videos.toLocaleString('en')} videos`)
  const id = (kind: string, n: string) => `md5('${kind}' || (${n}))::uuid`
  const some = (count: number) => `1 + (random() * ${count - 1})::int`
  const statements = `
    set session_replication_role = replica; set synchronous_commit = off;
    insert into users (id, user_number, email, password_hash, username, display_name)
    select ${id('user', 'n')}, n, 'user' || n || '@example.org', '-', 'user' || n, 'Person ' || n
    from generate_series(1, ${people}) n;
    insert into objects (id, owner_id, state, content_type, size_bytes)
    select ${id('object', 'n')}, ${id('user', some(people))}, 'published', 'video/mp4', 1 from generate_series(1, ${videos}) n;
    insert into videos (id, user_id, title, prompt, tool_used, tags, aspect_ratio, width, height, duration_seconds,
      original_id, status, created_at)
    select ${id('video', 'n')}, ${id('user', some(people))}, 'Clip ' || n, 'a lighthouse in the rain, number ' || n, 'other',
      'rain, sea' || n % 1000, '16:9', 1920, 1080, 5, ${id('object', 'n')}, 'ready', now() - n * interval '1 minute'
    from generate_series(1, ${videos}) n;
    insert into likes (user_id, video_id) select ${id('user', some(people))}, ${id('video', some(videos))}
    from generate_series(1, ${2 * videos}) on conflict do nothing;
    insert into comments (user_id, video_id, text) select ${id('user', some(people))}, ${id('video', some(videos))}, 'So calm.'
    from generate_series(1, ${comments});
    insert into notifications (user_id, type, actor_id, video_id)
    select ${id('user', `n % ${people} + 1`)}, 'like', ${id('user', `(n + 1) % ${people} + 1`)}, ${id('video', 'n')}
    from generate_series(1, ${videos}) n;
    insert into sessions (sid, sess, expire, user_id) select 'sid' || n, '{}', now() + interval '1 day', ${id('user', 'n')}
    from generate_series(1, ${people}) n;
    insert into follows (follower_id, following_id) select ${id('user', 'n')}, ${id('user', `(n + m * 7) % ${people} + 1`)}
    from generate_series(1, ${people}) n, generate_series(1, 10) m on conflict do nothing;
`
  await executeOnce(superuserUrl, statements)
  await executeOnce(superuserUrl, 'vacuum (analyze)')
}

/**
 * Runs a migration and returns its longest lock that blocks other statements. Locks are sampled every few milliseconds,
 * so a measured duration may be too long by up to two intervals.
 */
async function longestLock(db: Db, url: string, name: string): Promise<Held> {
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  await using sampler = await connectOnce(url)
  const { rows: there } = await sampler.query<{ oid: number }>(
    `select oid::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
     and relname !~ '^migrations'`,
  )
  const oids = there.map(({ oid }) => oid)
  const done = names.filter((each) => each <= name)
  let isDone = false
  const migrated = migrateTo(db, done).finally(() => {
    isDone = true
  })
  const since = new Map<string, number>()
  let longest: Held = { what: 'no lock seen', ms: 0 }
  for (let before = performance.now(); ; await pause(SAMPLE_EVERY_MS)) {
    const isLast = isDone
    const { rows: locks } = await sampler.query<{ what: string }>(
      `select replace(mode, 'Lock', '') || ' on ' || relation::regclass as what from pg_locks
       where pid = $1 and granted and relation = any($2::oid[])
         and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
      [own[0]!.pid, oids],
    )
    const now = performance.now()
    const held = new Set(locks.map(({ what }) => what))
    for (const what of held) if (!since.has(what)) since.set(what, before)
    for (const [what, start] of since) {
      if (held.has(what)) continue
      since.delete(what)
      if (now - start > longest.ms) longest = { what, ms: now - start }
    }
    before = now
    if (isLast) break
  }
  await migrated
  return longest
}
