// The speed of discovery: search, suggestions, tags, tools, following, Rising, feeds. `--full` uses a million videos.
// `--keep=FOLDER` keeps the filled database there, as for `api`.
import { setTimeout as pause } from 'node:timers/promises'
import { startSeededProduct, type SeededProduct } from '../seeded-product.ts'
import { httpRequest, type LoadResult, runLoad } from '../support/load/load.ts'
import { connectOnce } from '../support/connect.ts'
import { isFull, option } from '../support/options.ts'
import { report, type Row } from '../support/report.ts'
import { requests } from '../support/load/requests.ts'
import { besideLimit, CONNECTIONS, load, median, medianOf, ROUND_MS, rounds } from '../support/rounds.ts'
import { countRowsRead, recordSearches, runStatements } from './search-statements.ts'
import { FOLLOW_INACTIVE, FOLLOW_MANY, full, small } from '../support/seed.ts'
import { Draws, drawSearches, tag, word, WORDS } from '../support/seed-words.ts'

const QUERIES = 2_000
const CLIENTS = 2
/** A shorter round would have too few searches for a meaningful 99th percentile. */
const SEARCH_ROUND_MS = 6_000
const COMMONEST = 20
const QUIET_LOOKS = 20

const visitorsFeed = requests.visitorsFeed()

const rows: Row[] = []
await using site = await startSeededProduct(isFull ? full : small, option('keep'))
await untilQuiet(site)
await measureSearch(site, await measureTyped(site))
await measureFlood(site)
await measureLists()
await measureFollowing(site)
report(rows)

function searches(queries: string[]): string[] {
  return queries.map((q) => httpRequest('GET', `/api/search?q=${encodeURIComponent(q)}`))
}

/** Waits until the site has finished the work that follows a start: counting words, ranking, sweeping. */
async function untilQuiet({ databaseUrl }: SeededProduct): Promise<void> {
  await using client = await connectOnce(databaseUrl)
  for (let quiet = 0; quiet < QUIET_LOOKS; await pause(500)) {
    const { rows: busy } = await client.query(
      "select from pg_stat_activity where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    quiet = busy.length > 0 ? 0 : quiet + 1
  }
}

/** Measures searches as people type them. @returns The searches. */
async function measureTyped({ port }: SeededProduct): Promise<string[]> {
  const queries = drawSearches(QUERIES)
  const drawn = await rounds(() => load(port, searches(queries), CLIENTS, SEARCH_ROUND_MS))
  const name = 'search, one to four words as people type them'
  rows.push(
    { name: `${name}, p50`, figure: median(drawn.map(({ p50 }) => p50)), unit: 'ms', atMost: 10 },
    { name: `${name}, p99`, figure: median(drawn.map(({ p99 }) => p99)), unit: 'ms', atMost: 60 },
  )
  return queries
}

async function measureSearch({ port, databaseUrl }: SeededProduct, queries: string[]): Promise<void> {
  const draws = new Draws()
  // Each term is searched for once, because a cached result would cause no query.
  const statements = await recordSearches(databaseUrl, [...new Set(queries)])
  const once = await besideLimit(
    'search, each once',
    () => load(port, searches([...new Set(queries)]), CLIENTS),
    'its statements alone',
    () => runStatements(databaseUrl, statements, { clients: CLIENTS, durationMs: ROUND_MS }),
  )
  rows.push({ ...once, atLeastOfLimit: 0.6 })
  const common = Array.from({ length: COMMONEST }, (_, i) => word(i))
  // Includes pairs of words. There are so many that a cached result has expired before its search is repeated.
  const commonest = common.flatMap((one) => [
    one,
    ...common.filter((other) => other !== one).map((other) => `${one} ${other}`),
  ])
  await p99Row(
    'search, the twenty commonest words, alone and in pairs',
    () => load(port, searches(commonest), CLIENTS, SEARCH_ROUND_MS),
    80,
  )
  const rowsRead = Math.max(...(await countRowsRead(databaseUrl, await recordSearches(databaseUrl, common))))
  rows.push({ name: 'rows read for one of them, at most', figure: rowsRead, atMost: 40_000 })
  rows.push({
    ...(await besideWall('the same search again and again', searches([`${word(3)} ${word(40)}`]))),
    atLeastOfLimit: 0.5,
  })
  const beginnings = Array.from({ length: 500 }, () => word(draws.rank(WORDS)).slice(0, 3))
  const asked = beginnings.map((q) => httpRequest('GET', `/api/search/suggestions?q=${q}`))
  await p99Row('suggestions', () => load(port, asked, CLIENTS), 8)
}

/** Floods the search while other viewers read the wall. */
async function measureFlood(seeded: SeededProduct): Promise<void> {
  const { port } = seeded
  const draws = new Draws()
  const flood = searches(Array.from({ length: QUERIES }, () => word(draws.rank(200))))
  const wall = requests.feed(seeded)
  const alone = await load(port, wall)
  // Most of the flood is refused, as intended.
  const flooding = () => runLoad({ port, connections: CONNECTIONS, durationMs: ROUND_MS, requests: flood })
  const results = await rounds(async () => (await Promise.all([load(port, wall), flooding()]))[0])
  rows.push(
    {
      name: 'signed-in wall during a flood of searches, p99',
      figure: median(results.map(({ p99 }) => p99)),
      unit: 'ms',
      atMost: 30,
    },
    {
      name: 'its rate',
      figure: median(results.map(({ perSecond }) => perSecond)),
      unit: '/s',
      limit: { figure: alone.perSecond, name: 'the wall alone' },
      atLeastOfLimit: 0.6,
    },
  )
}

async function measureLists(): Promise<void> {
  const lists = {
    'the page of a tag': [`/api/tags/${tag(0)}/videos`, 0.9],
    'the page of a tool': ['/api/tools/other/videos', 0.9],
    'rising clips': ['/api/videos/rising', 0.9],
    'a feed in RSS': ['/feed.rss', 0.5],
  } as const
  for (const [name, [path, atLeastOfLimit]] of Object.entries(lists)) {
    rows.push({ ...(await besideWall(name, [httpRequest('GET', path)])), atLeastOfLimit })
  }
}

function besideWall(name: string, asked: string[]) {
  const wall = async () => (await load(site.port, visitorsFeed)).perSecond
  return besideLimit(name, () => load(site.port, asked), 'the wall for visitors', wall)
}

async function measureFollowing({ port, cookies, cursors }: SeededProduct): Promise<void> {
  const ask = (cookie: string, query = '') => httpRequest('GET', `/api/videos/following${query}`, { cookie })
  const hundred = cookies.slice(FOLLOW_MANY)
  const firstPages = hundred.map((cookie) => ask(cookie))
  const first = await rounds(() => load(port, firstPages))
  rows.push(
    {
      name: 'following a hundred, first page',
      figure: median(first.map(({ perSecond }) => perSecond)),
      unit: '/s',
      atLeast: 2_500,
    },
    {
      name: 'following a hundred, first page, p99',
      figure: median(first.map(({ p99 }) => p99)),
      unit: 'ms',
      atMost: 25,
    },
  )
  // Requests pages that were not cached before.
  const deep = cursors.map(({ cursor }, i) => ask(hundred[i % hundred.length] ?? '', `?cursor=${cursor}`))
  await p99Row('following a hundred, a page at a random depth', () => load(port, deep, CLIENTS), 25)
  const firstOf = (people: string[]) =>
    Array.from({ length: 41 }, (_, i) => people.map((cookie) => ask(cookie, `?limit=${10 + i}`))).flat()
  const active = firstOf(cookies.slice(0, FOLLOW_INACTIVE))
  await p99Row('following thousands, first pages', () => load(port, active, CLIENTS), 25)
  const inactive = firstOf(cookies.slice(FOLLOW_INACTIVE, FOLLOW_MANY))
  const name = 'following thousands who published nothing lately, first pages'
  await p99Row(name, () => load(port, inactive, CLIENTS), 60)
}

async function p99Row(name: string, measure: () => Promise<LoadResult>, atMost: number): Promise<void> {
  rows.push({ name: `${name}, p99`, figure: await medianOf('p99', measure), unit: 'ms', atMost })
}
