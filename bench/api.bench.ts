// Compares the speed of the API with the limits of the machine. `--full` uses a million videos, a hundred thousand
// people and ten million likes. Without it, a small site is measured, which takes a minute. `--keep=FOLDER` keeps the
// filled database there.
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import type { Endpoint } from '../contract/endpoint.ts'
import { api } from '../server/features/site/api-docs/api.ts'
import { executeOnce } from '../server/test/execute-once.ts'
import { httpRequest, type LoadResult } from './support/http-load.ts'
import { cpuMsOf } from './support/process-cpu.ts'
import { publishBytes } from './support/publish-bytes.ts'
import { CONNECTIONS, interleaved, load, ROUND_MS, rounds } from './support/rounds.ts'
import { full, small, type Size } from './support/seed.ts'
import { startSeededProduct, type SeededProduct } from './seeded-product.ts'
import { runSqlLoad } from './support/sql-load.ts'
import { median, printTable, type Row } from './support/table.ts'

const SQL_CLIENTS = 8
/** Number of concurrent sign-ins. The server hashes fewer passwords at once, so one sign-in is always waiting. */
const SIGN_INS = 8
/** How often each endpoint is called before the last rows, and how many calls are made at a time. */
const CALLS_EACH = 30
const CALLS_AT_ONCE = 8
const MIB = 1024 * 1024
const FILE_MIB = 54
const tiny: Size = { videos: 3_000, people: 1_000, likes: 30_000, comments: 3_000 }

const isFull = process.argv.includes('--full')
const keptIn = process.argv.find((arg) => arg.startsWith('--keep='))?.slice('--keep='.length)

const listSql = (where: string, limit = 25) => `
  select v.*, u.username, u.display_name, u.avatar_url, l.video_id is not null as is_liked
  from videos v join users u on u.id = v.user_id left join likes l on l.user_id = $1::uuid and l.video_id = v.id
  where not v.is_hidden ${where} order by v.created_at desc, v.id desc limit ${limit}`

const site = await startSeededProduct(isFull ? full : small, keptIn)
const rows: Row[] = []
try {
  await measureFeed(site)
  await measureReads(site)
  await measureWrites(site)
  await measureBytes(site)
  await measureSignIn(site)
  await measureUsedProcess(site)
  const feedHere = await feedPerSecond(site)
  await site.stop()
  const other = await startSeededProduct(tiny, keptIn)
  const ratio = (await feedPerSecond(other)) / feedHere
  await other.stop()
  rows.push({
    name: `cost of the signed-in feed against a site of ${tiny.videos.toLocaleString('en')} videos`,
    figure: ratio,
    unit: '×',
    goal: '≤ 1.2 ×',
    isMet: ratio <= 1.2,
  })
} catch (error) {
  await site.stop()
  throw error
}
printTable(rows)

async function measureFeed({ port, cookies, databaseUrl, userIds }: SeededProduct): Promise<void> {
  const signedIn = cookies.map((cookie) => httpRequest('GET', '/api/videos', { cookie }))
  const asked = { url: databaseUrl, clients: SQL_CLIENTS, sql: listSql(''), parameters: userIds.map((id) => [id]) }
  const feed = await interleaved(
    () => load(port, signedIn),
    () => runSqlLoad({ ...asked, durationMs: ROUND_MS }),
  )
  ratioRow('signed-in feed, 24 videos', feed, 'the list by prepared SQL', 46)
  const p99 = median(feed.results.map((result) => result.p99))
  rows.push({ name: 'signed-in feed, p99', figure: p99, unit: 'ms', goal: '≤ 20 ms', isMet: p99 <= 20 })

  await muteAHundred(databaseUrl, userIds.slice(0, userIds.length / 2))
  const [muting, others] = [signedIn.slice(0, signedIn.length / 2), signedIn.slice(signedIn.length / 2)]
  const muted = await interleaved(
    () => load(port, muting),
    async () => (await load(port, others)).perSecond,
  )
  ratioRow('signed-in feed, a hundred creators muted', muted, 'the feed of who has muted nobody', 70)
  await executeOnce(databaseUrl, 'delete from relations')

  const alone = await rounds(() => load(port, signedIn, 1))
  const p50 = median(alone.map((result) => result.p50))
  rows.push({ name: 'signed-in feed, unloaded, p50', figure: p50, unit: 'ms', goal: '≤ 0.5 ms', isMet: p50 <= 0.5 })

  await measureVisitors(port, 'anonymous feed, ready bytes', 73)
}

/** Measures the visitors' feed after all other code has run, which leaves V8 with less to assume. */
async function measureUsedProcess(used: SeededProduct): Promise<void> {
  // The requests may end this session.
  await callEverything(used, used.cookies.pop() ?? '')
  await measureVisitors(used.port, 'anonymous feed in a process that has served every endpoint', 60)
}

async function measureVisitors(port: number, name: string, goalPercent: number): Promise<void> {
  const page = Buffer.from(await (await fetch(`http://127.0.0.1:${port}/api/videos`)).arrayBuffer())
  const bare = await listen(
    createServer((_request, reply) => reply.writeHead(200, { 'content-length': page.length }).end(page)),
  )
  const anonymous = await interleaved(
    () => load(port, [httpRequest('GET', '/api/videos')]),
    async () => (await load(bare.port, [httpRequest('GET', '/')])).perSecond,
  )
  bare.server.close()
  ratioRow(name, anonymous, 'node:http with the same bytes', goalPercent)
}

/** Calls each endpoint some times, as a visitor and signed in. Most calls are refused. */
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

async function measureReads({ port, cookies, databaseUrl, ...sample }: SeededProduct): Promise<void> {
  const withCookie = (path: string, i: number) =>
    httpRequest('GET', path, { cookie: cookies[i % cookies.length] ?? '' })

  const pages = await interleaved(
    () =>
      load(
        port,
        sample.cursors.map(({ cursor }, i) => withCookie(`/api/videos?cursor=${cursor}`, i)),
      ),
    () =>
      runSqlLoad({
        url: databaseUrl,
        clients: SQL_CLIENTS,
        durationMs: ROUND_MS,
        sql: listSql('and (v.created_at, v.id) < ($2::timestamptz, $3::uuid)'),
        parameters: sample.cursors.map(({ createdAt, id }, i) => [
          sample.userIds[i % sample.userIds.length] ?? '',
          createdAt,
          id,
        ]),
      }),
  )
  ratioRow('a page of the feed at a random depth, signed in', pages, 'the page by prepared SQL', 35)

  const one = await rounds(() =>
    load(
      port,
      sample.videoIds.map((id, i) => withCookie(`/api/videos/${id}`, i)),
    ),
  )
  perSecondRow('one video, random, signed in', one, 7_500)
  const comments = await rounds(() =>
    load(
      port,
      sample.commentedIds.map((id, i) => withCookie(`/api/videos/${id}/comments?limit=20`, i)),
    ),
  )
  perSecondRow('20 comments of a random video, signed in', comments, 3_500)
}

async function measureWrites({ port, cookies, databaseUrl, videoIds }: SeededProduct): Promise<void> {
  const [hot = ''] = videoIds
  const views = await interleaved(
    () =>
      load(
        port,
        Array.from({ length: 10_000 }, () =>
          httpRequest('POST', `/api/videos/${hot}/view`, { body: { visitId: randomUUID() } }),
        ),
      ),
    () =>
      runSqlLoad({
        url: databaseUrl,
        clients: CONNECTIONS,
        durationMs: ROUND_MS,
        sql: 'update videos set views_count = views_count + 1 where id = $1::uuid',
        parameters: [[hot]],
      }),
  )
  const viewsPerSecond = median(views.results.map((result) => result.perSecond))
  rows.push({
    name: 'views of one hot video, acknowledged after the commit',
    figure: viewsPerSecond,
    unit: '/s',
    limit: { figure: median(views.limits), name: 'one row, a commit each' },
    goal: '≥ 10,000/s',
    isMet: viewsPerSecond >= 10_000,
  })

  const pairs = videoIds.map((id, i) => ({ id, cookie: cookies[i % cookies.length] ?? '' }))
  const likes = await rounds(() =>
    load(
      port,
      ['POST', 'DELETE'].flatMap((method) =>
        pairs.map(({ id, cookie }) => httpRequest(method, `/api/videos/${id}/like`, { cookie })),
      ),
    ),
  )
  perSecondRow('like and unlike with counters and notification, random videos', likes, 3_000)
}

async function measureBytes({ port, cookies, databaseUrl, pid }: SeededProduct): Promise<void> {
  const bytes = Buffer.alloc(FILE_MIB * MIB, 'Reverie')
  const id = await publishBytes({ port, cookies, databaseUrl }, bytes)
  const folder = await mkdtemp(join(tmpdir(), 'reverie-bench-'))
  const file = join(folder, 'bytes')
  await writeFile(file, bytes)
  const ranges = Array.from({ length: 200 }, (_, i) => {
    const start = ((i * 37) % (FILE_MIB - 1)) * MIB
    return { start, end: start + MIB - 1 }
  })
  const bare = await listen(
    createServer((request, reply) => {
      const [, start = 0, end = 0] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')?.map(Number) ?? []
      reply.writeHead(206, { 'content-length': end - start + 1 })
      createReadStream(file, { start, end, highWaterMark: MIB }).pipe(reply)
    }),
  )
  const requests = (path: string) =>
    ranges.map(({ start, end }) => httpRequest('GET', path, { headers: { range: `bytes=${start}-${end}` } }))
  let cpuMs = 0
  let mib = 0
  const measured = await interleaved(
    async () => {
      const before = await cpuMsOf(pid)
      const result = await load(port, requests(`/objects/${id}`))
      cpuMs += (await cpuMsOf(pid)) - before
      mib += (result.perSecond * ROUND_MS) / 1000
      return result
    },
    async () => (await load(bare.port, requests('/'))).perSecond,
  )
  bare.server.close()
  await rm(folder, { recursive: true })
  // nginx, which is not installed everywhere, sends 1.4 times as much as a bare stream (docs/speed.md).
  ratioRow('random ranges of 1 MiB', measured, 'a bare stream in pieces of 1 MiB', 80)
  const each = cpuMs / mib
  rows.push({ name: 'CPU for a MiB of ranges', figure: each, unit: 'ms', goal: '≤ 1.1 ms', isMet: each <= 1.1 })
}

async function measureSignIn({ port, cookies, databaseUrl }: SeededProduct): Promise<void> {
  const settings = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
  const passwordHash = await hash('a good secret', settings)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('update users set password_hash = $1 where user_number <= 64', [passwordHash])
  await client.end()
  const logins = Array.from({ length: 64 }, (_, i) =>
    httpRequest('POST', '/api/login', { body: { email: `user${i + 1}@example.org`, password: 'a good secret' } }),
  )
  const measured = await interleaved(
    () => load(port, logins, SIGN_INS),
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
  ratioRow('sign-ins', measured, 'the hash alone, two at once', 79)

  const signedIn = cookies.map((cookie) => httpRequest('GET', '/api/videos', { cookie }))
  const meanwhile = await rounds(async () => {
    const [feed] = await Promise.all([load(port, signedIn, SIGN_INS), load(port, logins, SIGN_INS)])
    return feed
  })
  const p99 = median(meanwhile.map((result) => result.p99))
  rows.push({
    name: 'signed-in feed during a flood of sign-ins, p99',
    figure: p99,
    unit: 'ms',
    goal: '≤ 50 ms',
    isMet: p99 <= 50,
  })
}

/** Mutes every second creator of the first pages, so that pages have clips to leave out. */
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

async function feedPerSecond({ port, cookies }: SeededProduct): Promise<number> {
  const signedIn = cookies.map((cookie) => httpRequest('GET', '/api/videos', { cookie }))
  return median((await rounds(() => load(port, signedIn))).map(({ perSecond }) => perSecond))
}

function ratioRow(
  name: string,
  { results, limits }: { results: LoadResult[]; limits: number[] },
  limitName: string,
  goalPercent: number,
): void {
  const figure = median(results.map(({ perSecond }) => perSecond))
  const limit = { figure: median(limits), name: limitName }
  const isMet = figure / limit.figure >= goalPercent / 100
  rows.push({ name, figure, unit: '/s', limit, goal: `≥ ${goalPercent} % of the limit`, isMet })
}

function perSecondRow(name: string, results: LoadResult[], goal: number): void {
  const figure = median(results.map(({ perSecond }) => perSecond))
  rows.push({ name, figure, unit: '/s', goal: `≥ ${goal.toLocaleString('en')}/s`, isMet: figure >= goal })
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
