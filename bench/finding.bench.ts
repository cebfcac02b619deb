// The speed of discovery: search, suggestions, tags, tools, following, Rising, feeds. `--full` uses a million videos,
// and `--huge` uses ten million but only searches. `--keep=FOLDER` keeps the filled database there, as for `api`.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SEARCH_MAX_TERMS } from '../contract/discovery/search.ts'
import { startSeededProduct, type SeededProduct } from './seeded-product.ts'
import { httpRequest, type LoadResult, runLoad } from './support/http-load.ts'
import { interleaved, load, ROUND_MS, rounds } from './support/rounds.ts'
import { recordSearches, runStatements, countRowsRead } from './support/search-statements.ts'
import { FOLLOW_INACTIVE, FOLLOW_MANY, full, huge, small } from './support/seed.ts'
import { Draws, tag, word, WORDS } from './support/seed-words.ts'
import { median, printTable, type Row } from './support/table.ts'

const QUERIES = 2_000
const CLIENTS = 2
/** A shorter round would have too few searches for a meaningful 99th percentile. */
const SEARCH_ROUND_MS = 6_000
const COMMONEST = 20
const QUIET_LOOKS = 20
const ROWS_READ_MAX = 40_000

const isHuge = process.argv.includes('--huge')
const size = isHuge ? huge : process.argv.includes('--full') ? full : small
const keptIn = process.argv.find((arg) => arg.startsWith('--keep='))?.slice('--keep='.length)

const rows: Row[] = []
const site = await startSeededProduct(size, keptIn)
try {
  await untilQuiet(site)
  const queries = await measureTyped(site)
  if (!isHuge) {
    await measureSearch(site, queries)
    await measureFlood(site)
    await measureLists(site)
    await measureFollowing(site)
  }
} finally {
  await site.stop()
}
printTable(rows)

function searches(queries: string[]): string[] {
  return queries.map((q) => httpRequest('GET', `/api/search?q=${encodeURIComponent(q)}`))
}

/** Waits until the site has finished its work after the start: counting words, ranking, sweeping. */
async function untilQuiet({ databaseUrl }: SeededProduct): Promise<void> {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => {}) // The connection has already ended.
  await client.connect()
  for (let quiet = 0; quiet < QUIET_LOOKS; await pause(500)) {
    const { rows: busy } = await client.query(
      "select from pg_stat_activity where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    quiet = busy.length > 0 ? 0 : quiet + 1
  }
  await client.end()
}

/** Measures searches as people type them. @returns The searches. */
async function measureTyped({ port }: SeededProduct): Promise<string[]> {
  const draws = new Draws()
  const queries = Array.from({ length: QUERIES }, () =>
    Array.from({ length: 1 + Math.floor(draws.next() * Math.min(4, SEARCH_MAX_TERMS)) }, () =>
      word(draws.rank(WORDS)),
    ).join(' '),
  )
  const drawn = await rounds(() => load(port, searches(queries), CLIENTS, SEARCH_ROUND_MS))
  timeRow('search, one to four words as people type them, p50', drawn, 'p50', 10)
  timeRow('search, one to four words as people type them, p99', drawn, 'p99', 60)
  return queries
}

async function measureSearch({ port, databaseUrl }: SeededProduct, queries: string[]): Promise<void> {
  const draws = new Draws()
  // Each term is searched for once, because a cached result would cause no query.
  const statements = await recordSearches(databaseUrl, [...new Set(queries)])
  const beside = await interleaved(
    () => load(port, searches([...new Set(queries)]), CLIENTS),
    () => runStatements(databaseUrl, statements, { clients: CLIENTS, durationMs: ROUND_MS }),
  )
  ratioRow('search, each once', beside, 'its statements alone', 60)
  const common = Array.from({ length: COMMONEST }, (_, i) => word(i))
  // Includes pairs of words. There are so many that a cached result has expired before its search is repeated.
  const commonest = common.flatMap((one) => [
    one,
    ...common.filter((other) => other !== one).map((other) => `${one} ${other}`),
  ])
  timeRow(
    'search, the twenty commonest words, alone and in pairs, p99',
    await rounds(() => load(port, searches(commonest), CLIENTS, SEARCH_ROUND_MS)),
    'p99',
    80,
  )
  const rowsRead = Math.max(...(await countRowsRead(databaseUrl, await recordSearches(databaseUrl, common))))
  rows.push({
    name: 'rows read for one of them, at most',
    figure: rowsRead,
    unit: '',
    goal: `≤ ${ROWS_READ_MAX.toLocaleString('en')}`,
    isMet: rowsRead <= ROWS_READ_MAX,
  })
  const same = await interleaved(
    () => load(port, searches([`${word(3)} ${word(40)}`])),
    async () => (await load(port, [httpRequest('GET', '/api/videos')])).perSecond,
  )
  ratioRow('the same search again and again', same, 'the wall for visitors', 50)
  const beginnings = Array.from({ length: 500 }, () => word(draws.rank(WORDS)).slice(0, 3))
  const asked = beginnings.map((q) => httpRequest('GET', `/api/search/suggestions?q=${q}`))
  timeRow('suggestions, p99', await rounds(() => load(port, asked, CLIENTS)), 'p99', 8)
}

/** Floods the search while other viewers read the wall. */
async function measureFlood({ port, cookies }: SeededProduct): Promise<void> {
  const draws = new Draws()
  const flood = searches(Array.from({ length: QUERIES }, () => word(draws.rank(200))))
  const wall = cookies.map((cookie) => httpRequest('GET', '/api/videos', { cookie }))
  const alone = await load(port, wall)
  // Most of the flood is refused, as intended.
  const flooding = () => runLoad({ port, connections: 32, durationMs: ROUND_MS, requests: flood })
  const results = await rounds(async () => (await Promise.all([load(port, wall), flooding()]))[0])
  timeRow('signed-in wall during a flood of searches, p99', results, 'p99', 30)
  const share = median(results.map(({ perSecond }) => perSecond)) / alone.perSecond
  rows.push({ name: 'its rate, of that alone', figure: share * 100, unit: '%', goal: '≥ 60 %', isMet: share >= 0.6 })
}

async function measureLists({ port }: SeededProduct): Promise<void> {
  const wall = async () => (await load(port, [httpRequest('GET', '/api/videos')])).perSecond
  const lists = {
    'the page of a tag': [`/api/tags/${tag(0)}/videos`, 90],
    'the page of a tool': ['/api/tools/other/videos', 90],
    'what is rising': ['/api/videos/rising', 90],
    'a feed in RSS': ['/feed.rss', 50],
  } as const
  for (const [name, [path, atLeast]] of Object.entries(lists)) {
    const measured = await interleaved(() => load(port, [httpRequest('GET', path)]), wall)
    ratioRow(name, measured, 'the wall for visitors', atLeast)
    if (path === '/feed.rss') perSecondRow('the same feed', measured.results, 20_000)
  }
}

async function measureFollowing({ port, cookies, cursors }: SeededProduct): Promise<void> {
  const ask = (cookie: string, query = '') => httpRequest('GET', `/api/videos/following${query}`, { cookie })
  const hundred = cookies.slice(FOLLOW_MANY)
  const first = await rounds(() =>
    load(
      port,
      hundred.map((cookie) => ask(cookie)),
    ),
  )
  perSecondRow('following a hundred, first page', first, 2_500)
  timeRow('following a hundred, first page, p99', first, 'p99', 25)
  // Requests pages that were not cached before.
  const deep = cursors.map(({ cursor }, i) => ask(hundred[i % hundred.length] ?? '', `?cursor=${cursor}`))
  timeRow(
    'following a hundred, a page at a random depth, p99',
    await rounds(() => load(port, deep, CLIENTS)),
    'p99',
    25,
  )
  const firstOf = (people: string[]) =>
    Array.from({ length: 41 }, (_, i) => people.map((cookie) => ask(cookie, `?limit=${10 + i}`))).flat()
  const active = firstOf(cookies.slice(0, FOLLOW_INACTIVE))
  timeRow('following thousands, first pages, p99', await rounds(() => load(port, active, CLIENTS)), 'p99', 25)
  const inactive = firstOf(cookies.slice(FOLLOW_INACTIVE, FOLLOW_MANY))
  const quiet = await rounds(() => load(port, inactive, CLIENTS))
  timeRow('following thousands who published nothing lately, first pages, p99', quiet, 'p99', 60)
}

function perSecondRow(name: string, results: LoadResult[], atLeast: number): void {
  const figure = median(results.map((result) => result.perSecond))
  rows.push({ name, figure, unit: '/s', goal: `≥ ${atLeast.toLocaleString('en')}/s`, isMet: figure >= atLeast })
}

function timeRow(name: string, results: LoadResult[], which: 'p50' | 'p99', mostMs: number): void {
  const figure = median(results.map((result) => result[which]))
  rows.push({ name, figure, unit: 'ms', goal: `≤ ${mostMs} ms`, isMet: figure <= mostMs })
}

function ratioRow(
  name: string,
  { results, limits }: { results: LoadResult[]; limits: number[] },
  limit: string,
  atLeast: number,
): void {
  const figure = median(results.map(({ perSecond }) => perSecond))
  const ratio = (figure / median(limits)) * 100
  rows.push({
    name,
    figure,
    unit: '/s',
    limit: { figure: median(limits), name: limit },
    goal: `≥ ${atLeast} %`,
    isMet: ratio >= atLeast,
  })
}
