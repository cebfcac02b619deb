// Compares the speed of the API with the limits of the machine. `--full` uses a million videos, a hundred thousand
// people and ten million likes. Without it, a small site is measured, which takes some minutes. `--keep=FOLDER` keeps
// the filled database there.
import { createServer } from 'node:http'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { Endpoint } from '../../contract/endpoint.ts'
import { api } from '../../server/features/site/api-docs/api.ts'
import { executeOnce } from '../../server/test/database/execute-once.ts'
import { listen } from '../../server/test/servers/listen.ts'
import { httpRequest, type Load, runSqlLoad } from '../support/load/load.ts'
import { isFull, option } from '../support/options.ts'
import { cpuMsOf } from '../support/process-cpu.ts'
import { report, type Row } from '../support/report.ts'
import { fileBytes, rangesOf, rangesOfPublished, requests } from '../support/load/requests.ts'
import { besideLimit, CONNECTIONS, load, medianOf, ROUND_MS } from '../support/rounds.ts'
import { full, small, type Size } from '../support/seed.ts'
import { startSeededProduct, type SeededProduct } from '../seeded-product.ts'
import { scratchFolder } from '../support/scratch.ts'

const SQL_CLIENTS = 8
/** Number of concurrent sign-ins. The server hashes fewer passwords at once, so some sign-ins are always waiting. */
const SIGN_INS = 8
/** Number of calls to each endpoint before the last rows are measured, and of concurrent calls. */
const CALLS_EACH = 30
const CALLS_AT_ONCE = 8
const MIB = 1024 * 1024
const tiny: Size = { videos: 3_000, people: 1_000, likes: 30_000, comments: 3_000 }
const visitorsFeed = requests.visitorsFeed()

const listSql = (where: string) => `
  select v.*, u.username, u.display_name, u.avatar_url, l.video_id is not null as is_liked
  from videos v join users u on u.id = v.user_id left join likes l on l.user_id = $1::uuid and l.video_id = v.id
  where not v.is_hidden ${where} order by v.created_at desc, v.id desc limit 25`

const rows: Row[] = []
{
  await using site = await startSeededProduct(isFull ? full : small, option('keep'))
  await measureFeed(site)
  await measureReads(site)
  await measureWrites(site)
  await measureBytes(site)
  await measureSignIn(site)
  await measureUsedProcess(site)
  const feedHere = await feedPerSecond(site)
  await site.stop()
  await using other = await startSeededProduct(tiny, option('keep'))
  const figure = (await feedPerSecond(other)) / feedHere
  const videos = tiny.videos.toLocaleString('en')
  rows.push({ name: `cost of the signed-in feed against a site of ${videos} videos`, figure, unit: '×', atMost: 1.2 })
}
report(rows)

async function measureFeed(seeded: SeededProduct): Promise<void> {
  const { port, databaseUrl, userIds } = seeded
  const feed = requests.feed(seeded)
  const list = () =>
    sqlPerSecond(
      seeded,
      listSql(''),
      userIds.map((id) => [id]),
    )
  const name = 'signed-in feed, 24 videos'
  rows.push({
    ...(await besideLimit(name, () => load(port, feed), 'the list by prepared SQL', list)),
    atLeastOfLimit: 0.46,
  })
  const p99 = await medianOf('p99', () => load(port, feed))
  rows.push({ name: 'signed-in feed, p99', figure: p99, unit: 'ms', atMost: 20 })

  await muteAHundred(databaseUrl, userIds.slice(0, userIds.length / 2))
  const [muting, others] = [feed.slice(0, feed.length / 2), feed.slice(feed.length / 2)]
  const muted = await besideLimit(
    'signed-in feed, a hundred creators muted',
    () => load(port, muting),
    'the feed without mutes',
    () => perSecond(port, others),
  )
  rows.push({ ...muted, atLeastOfLimit: 0.7 })
  await executeOnce(databaseUrl, 'delete from relations')

  const p50 = await medianOf('p50', () => load(port, feed, 1))
  rows.push({ name: 'signed-in feed, unloaded, p50', figure: p50, unit: 'ms', atMost: 0.5 })
  rows.push({ ...(await measureVisitors(port, 'anonymous feed, ready bytes')), atLeastOfLimit: 0.73 })
}

/** Measures the visitors' feed after all other code has run, because V8 then optimises it less. */
async function measureUsedProcess(used: SeededProduct): Promise<void> {
  // Uses a separate session, because the requests may end it.
  await callEverything(used, used.cookies.pop() ?? '')
  const name = 'anonymous feed in a process that has served every endpoint'
  rows.push({ ...(await measureVisitors(used.port, name)), atLeastOfLimit: 0.6 })
}

async function measureVisitors(port: number, name: string): Promise<Row> {
  const page = Buffer.from(await (await fetch(`http://127.0.0.1:${port}/api/videos`)).arrayBuffer())
  const bare = createServer((_request, reply) => reply.writeHead(200, { 'content-length': page.length }).end(page))
  const barePort = await listen(bare)
  const row = await besideLimit(
    name,
    () => load(port, visitorsFeed),
    'node:http with the same bytes',
    () => perSecond(barePort, visitorsFeed),
  )
  bare.close()
  return row
}

/** Calls each endpoint repeatedly, as a visitor and signed in. Most calls are refused. */
async function callEverything({ port, videoIds }: SeededProduct, cookie: string): Promise<void> {
  const endpoints: Endpoint[] = Object.values(api).flatMap((group) => Object.values(group))
  const calls = Array.from({ length: CALLS_EACH }, () => endpoints)
    .flat()
    .entries()
  const callSome = async () => {
    for (const [i, { method, path }] of calls) {
      const address = `http://127.0.0.1:${port}${path.replace(/:\w+/g, videoIds[i % videoIds.length] ?? '')}`
      const hasBody = !['GET', 'HEAD'].includes(method)
      const headers = { ...(i % 2 && { cookie }), ...(hasBody && { 'content-type': 'application/json' }) }
      // A stream of events does not end.
      const signal = AbortSignal.timeout(300)
      await fetch(address, { method, headers, signal, ...(hasBody && { body: '{}' }) })
        .then((reply) => reply.arrayBuffer())
        .catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, callSome))
}

async function measureReads(seeded: SeededProduct): Promise<void> {
  const { port, cursors, userIds } = seeded
  const parameters = cursors.map(({ createdAt, id }, i) => [userIds[i % userIds.length] ?? '', createdAt, id])
  const sql = listSql('and (v.created_at, v.id) < ($2::timestamptz, $3::uuid)')
  const deepPages = requests.deepPages(seeded)
  const pages = await besideLimit(
    'a page of the feed at a random depth, signed in',
    () => load(port, deepPages),
    'the page by prepared SQL',
    () => sqlPerSecond(seeded, sql, parameters),
  )
  rows.push({ ...pages, atLeastOfLimit: 0.35 })
  await rateRow('one video, random, signed in', port, requests.videos(seeded), 7_500)
  await rateRow('20 comments of a random video, signed in', port, requests.comments(seeded), 3_500)
}

async function measureWrites(seeded: SeededProduct): Promise<void> {
  const { port, videoIds } = seeded
  const update = 'update videos set views_count = views_count + 1 where id = $1::uuid'
  const views = await besideLimit(
    'views of one hot video, acknowledged after the commit',
    () => load(port, requests.viewsOfOne(seeded)),
    'one row, a commit each',
    () => sqlPerSecond(seeded, update, [[videoIds[0] ?? '']], CONNECTIONS),
  )
  rows.push({ ...views, atLeast: 10_000 })
  await rateRow('like and unlike with counters and notification, random videos', port, requests.likes(seeded), 3_000)
}

async function measureBytes(seeded: SeededProduct): Promise<void> {
  const { port, pid } = seeded
  const ranges = await rangesOfPublished(seeded)
  using scratch = scratchFolder()
  const file = join(scratch.path, 'bytes')
  await writeFile(file, fileBytes())
  const bare = createServer((request, reply) => {
    const [, start = 0, end = 0] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')?.map(Number) ?? []
    reply.writeHead(206, { 'content-length': end - start + 1 })
    createReadStream(file, { start, end, highWaterMark: MIB }).pipe(reply)
  })
  const barePort = await listen(bare)
  let cpuMs = 0
  let mib = 0
  const measured = await besideLimit(
    'random ranges of 1 MiB',
    async () => {
      const before = await cpuMsOf(pid)
      const result = await load(port, ranges)
      cpuMs += (await cpuMsOf(pid)) - before
      mib += (result.perSecond * ROUND_MS) / 1000
      return result
    },
    // nginx, which is not installed everywhere, sends 1.4 times as much.
    'a bare stream in pieces of 1 MiB',
    () => perSecond(barePort, rangesOf('/')),
  )
  bare.close()
  rows.push({ ...measured, atLeastOfLimit: 0.8 })
  rows.push({ name: 'CPU for a MiB of ranges', figure: cpuMs / mib, unit: 'ms', atMost: 1.1 })
}

async function measureSignIn(seeded: SeededProduct): Promise<void> {
  const { port, databaseUrl } = seeded
  const settings = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
  const passwordHash = await hash('a good secret', settings)
  await executeOnce(databaseUrl, `update users set password_hash = '${passwordHash}' where user_number <= 64`)
  const logins = Array.from({ length: 64 }, (_, i) =>
    httpRequest('POST', '/api/login', { body: { email: `user${i + 1}@example.org`, password: 'a good secret' } }),
  )
  const signIns = await besideLimit(
    'sign-ins',
    () => load(port, logins, SIGN_INS),
    'the hash alone, two at once',
    async () => {
      const start = performance.now()
      let done = 0
      const hashing = async () => {
        while (performance.now() - start < ROUND_MS) {
          await hash('a good secret', settings)
          done++
        }
      }
      await Promise.all([hashing(), hashing()])
      return done / ((performance.now() - start) / 1000)
    },
  )
  rows.push({ ...signIns, atLeastOfLimit: 0.79 })
  const p99 = await medianOf('p99', async () => {
    const [feed] = await Promise.all([load(port, requests.feed(seeded), SIGN_INS), load(port, logins, SIGN_INS)])
    return feed
  })
  rows.push({ name: 'signed-in feed during a flood of sign-ins, p99', figure: p99, unit: 'ms', atMost: 50 })
}

/** Mutes every second creator of the first pages, so that the server has clips to leave out. */
async function muteAHundred(databaseUrl: string, userIds: string[]): Promise<void> {
  await executeOnce(
    databaseUrl,
    `insert into relations (user_id, target_id, kind)
      select mine.id, theirs.id, 'mute' from users mine, users theirs
      where mine.id in (${userIds.map((id) => `'${id}'`).join()}) and mine.id <> theirs.id
        and theirs.user_number between 2 and 201 and theirs.user_number % 2 = 0
      on conflict do nothing`,
  )
}

function feedPerSecond(seeded: SeededProduct): Promise<number> {
  return medianOf('perSecond', () => load(seeded.port, requests.feed(seeded)))
}

async function rateRow(name: string, port: number, asked: Load['requests'], atLeast: number): Promise<void> {
  rows.push({ name, figure: await medianOf('perSecond', () => load(port, asked)), unit: '/s', atLeast })
}

async function perSecond(port: number, asked: Load['requests']): Promise<number> {
  return (await load(port, asked)).perSecond
}

function sqlPerSecond(
  { databaseUrl: url }: SeededProduct,
  sql: string,
  parameters: string[][],
  clients = SQL_CLIENTS,
): Promise<number> {
  return runSqlLoad({ url, clients, durationMs: ROUND_MS, sql, parameters })
}
