// `npm run bench -- compare --with=FOLDER` compares the API of this tree with that of another checkout. The other
// checkout must be installed and built. From minute to minute, the speed of a machine changes more than two versions
// differ. Both servers are therefore measured within the same second. `--only=TEXT` measures the rows whose names
// contain the text.
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { executeOnce } from '../../server/test/database/execute-once.ts'
import { option } from '../support/options.ts'
import { cpuMsOf } from '../support/process-cpu.ts'
import { report, type Row } from '../support/report.ts'
import { rangesOfPublished, requests, signedIn } from '../support/load/requests.ts'
import { CONNECTIONS, load, median } from '../support/rounds.ts'
import { scratchFolder } from '../support/scratch.ts'
import { small } from '../support/seed.ts'
import { startSeededProduct, type SeededProduct } from '../seeded-product.ts'

/** Number of times that both servers are started. Processes of the same code differ by up to 20 %. */
const STARTS = 5
/** Number of pairs of rounds for each row and start. */
const PAIRS = 8
const ROUND_MS = 500
const SETTLE_MS = 2_000

/** Builds the measured requests for a site. Each site has its own ids and cookies. */
type Requests = (site: SeededProduct) => string[] | Promise<string[]>

const measured: Record<string, Requests> = {
  'signed-in feed': requests.feed,
  'anonymous feed': requests.visitorsFeed,
  'a page of the feed at a random depth': requests.deepPages,
  'one video': requests.videos,
  '20 comments': requests.comments,
  'views of one video': requests.viewsOfOne,
  'a comment by an established account': async (site) => {
    await makeEstablished(site)
    return site.videoIds.map((id, i) =>
      signedIn(site, i, 'POST', `/api/videos/${id}/comments`, {
        text: `Something kind, and long enough to be known again, about number ${i}`,
      }),
    )
  },
  'like and unlike': requests.likes,
  'random ranges of 1 MiB': rangesOfPublished,
}

const folder = option('with')
if (folder) report(await compareWith(folder))
else console.log('Not run: it needs another checkout, --with=FOLDER.')

/** Compares this tree with a checkout that may be older and lack some files; both have `bench/seeded-product.ts`. */
async function compareWith(checkout: string): Promise<Row[]> {
  const other = (await import(join(resolve(checkout), 'bench/seeded-product.ts'))) as {
    startSeededProduct: typeof startSeededProduct
  }
  using oldScratch = scratchFolder()
  using scratch = scratchFolder()
  const rows = Object.entries(measured)
    .filter(([name]) => name.includes(option('only') ?? ''))
    .map(([name, build]) => ({ name, build, ratios: [] as Ratio[] }))
  for (let start = 0; start < STARTS; start++) {
    // An older checkout's site may have no other way to stop.
    await using sites = new AsyncDisposableStack()
    const before = sites.adopt(await other.startSeededProduct(small, oldScratch.path), (site) => site.stop())
    const now = sites.use(await startSeededProduct(small, scratch.path))
    for (const site of [before, now]) await settle(site)
    for (const { build, ratios } of rows) ratios.push(...(await compare(before, now, build)))
  }
  return rows.flatMap(({ name, ratios }) => [
    {
      name: `${name}: requests a second, relative to before`,
      figure: median(ratios.map(({ speed }) => speed)) * 100,
      unit: '%',
      atLeast: 97,
    },
    {
      name: `${name}: processor time of the server, relative to before`,
      figure: median(ratios.map(({ cpu }) => cpu)) * 100,
      unit: '%',
      atMost: 103,
    },
  ])
}

/** Waits until a server has finished the work of its start. The server that was started last would seem slower. */
async function settle({ pid }: SeededProduct): Promise<void> {
  let busyMs: number
  do {
    const before = await cpuMsOf(pid)
    await pause(SETTLE_MS)
    busyMs = (await cpuMsOf(pid)) - before
  } while (busyMs > SETTLE_MS / 20)
}

/** The figures of this tree, divided by those of the other checkout. */
interface Ratio {
  speed: number
  cpu: number
}

/** Measures two running sites in turns, after one pair of rounds to warm up. */
async function compare(before: SeededProduct, now: SeededProduct, build: Requests): Promise<Ratio[]> {
  const sites = [
    { site: before, asked: await build(before) },
    { site: now, asked: await build(now) },
  ]
  const ratios: Ratio[] = []
  for (let pair = 0; pair <= PAIRS; pair++) {
    // The order alternates, because the site measured second may find the machine warm, or still busy with the other
    // site.
    const [first, second] = pair % 2 === 0 ? sites : sites.toReversed()
    const results = [await round(first!), await round(second!)]
    const [old, latest] = pair % 2 === 0 ? results : results.toReversed()
    ratios.push({ speed: latest!.perSecond / old!.perSecond, cpu: latest!.cpuMs / old!.cpuMs })
  }
  return ratios.slice(1)
}

/**
 * Appoints an admin, because new-account limits apply only on a site with staff. Makes all accounts thirty days old, so
 * that the measured ones are not new.
 */
async function makeEstablished({ databaseUrl }: SeededProduct): Promise<void> {
  await executeOnce(databaseUrl, "update users set created_at = now() - interval '30 days'")
  await executeOnce(
    databaseUrl,
    "update users set role = 'admin' where user_number = (select max(user_number) from users)",
  )
}

/**
 * Measures one site for one round.
 *
 * @returns Requests per second, and the server's CPU milliseconds for each request.
 */
async function round({ site, asked }: { site: SeededProduct; asked: string[] }) {
  const cpuBefore = await cpuMsOf(site.pid)
  const { perSecond } = await load(site.port, asked, CONNECTIONS, ROUND_MS)
  return { perSecond, cpuMs: ((await cpuMsOf(site.pid)) - cpuBefore) / ((perSecond * ROUND_MS) / 1000) }
}
