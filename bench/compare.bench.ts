// Compares the API of this tree with that of another checkout of the project, which must be installed and built: `npm
// run bench -- compare --with=FOLDER`. A machine's speed varies from one minute to the next by more than the two
// versions differ, so the two servers are measured within the same second. `--only=TEXT` measures the rows whose names
// contain it.
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { executeOnce } from '../server/test/execute-once.ts'
import { httpRequest } from './support/http-load.ts'
import { cpuMsOf } from './support/process-cpu.ts'
import { publishBytes } from './support/publish-bytes.ts'
import { CONNECTIONS, load } from './support/rounds.ts'
import { small } from './support/seed.ts'
import { startSeededProduct, type SeededProduct } from './seeded-product.ts'
import { median } from './support/table.ts'

const PAIRS = 40
const ROUND_MS = 500
const MIB = 1024 * 1024
const FILE_MIB = 54

/** Builds the measured requests for a site. They differ between the two sites, because ids and cookies do. */
type Requests = (site: SeededProduct) => string[] | Promise<string[]>

const measured: Record<string, Requests> = {
  'signed-in feed': ({ cookies }) => cookies.map((cookie) => httpRequest('GET', '/api/videos', { cookie })),
  'anonymous feed': () => [httpRequest('GET', '/api/videos')],
  'a page of the feed at a random depth': (site) =>
    site.cursors.map(({ cursor }, i) => signedIn(site, i, `/api/videos?cursor=${cursor}`)),
  'one video': (site) => site.videoIds.map((id, i) => signedIn(site, i, `/api/videos/${id}`)),
  '20 comments': (site) => site.commentedIds.map((id, i) => signedIn(site, i, `/api/videos/${id}/comments?limit=20`)),
  'views of one video': ({ videoIds }) =>
    Array.from({ length: 5_000 }, () =>
      httpRequest('POST', `/api/videos/${videoIds[0]}/view`, { body: { visitId: randomUUID() } }),
    ),
  'a comment of somebody known': async (site) => {
    await lookAfter(site)
    return site.videoIds.map((id, i) =>
      httpRequest('POST', `/api/videos/${id}/comments`, {
        cookie: site.cookies[i % site.cookies.length] ?? '',
        body: { text: `Something kind, and long enough to be known again, about number ${i}` },
      }),
    )
  },
  'like and unlike': ({ videoIds, cookies }) =>
    ['POST', 'DELETE'].flatMap((method) =>
      videoIds.map((id, i) =>
        httpRequest(method, `/api/videos/${id}/like`, { cookie: cookies[i % cookies.length] ?? '' }),
      ),
    ),
  'random ranges of 1 MiB': async (site) => {
    const id = await publishBytes(site, Buffer.alloc(FILE_MIB * MIB, 'Reverie'))
    return Array.from({ length: 200 }, (_, i) => {
      const start = ((i * 37) % (FILE_MIB - 1)) * MIB
      return httpRequest('GET', `/objects/${id}`, { headers: { range: `bytes=${start}-${start + MIB - 1}` } })
    })
  },
}

const [folder, only = ''] = ['--with=', '--only='].map((option) =>
  process.argv.find((arg) => arg.startsWith(option))?.slice(option.length),
)
if (folder) await compareWith(folder)
else console.log('Not run: it needs another checkout, --with=FOLDER.')

/** Compares this tree with a checkout that may be older and lack some files; both have `bench/seeded-product.ts`. */
async function compareWith(checkout: string): Promise<void> {
  const other = (await import(join(resolve(checkout), 'bench/seeded-product.ts'))) as {
    startSeededProduct: typeof startSeededProduct
  }
  const [before, now] = [await other.startSeededProduct(small), await startSeededProduct(small)]
  try {
    console.log('\n| what | requests a second, to before | processor time of the server for each |\n|---|---|---|')
    for (const [name, requests] of Object.entries(measured).filter(([row]) => row.includes(only))) {
      const sites = [
        { site: before, requests: await requests(before) },
        { site: now, requests: await requests(now) },
      ]
      const ratios: { speed: number; cpu: number }[] = []
      for (let i = 0; i < PAIRS; i++) {
        // The order alternates, because the site that is measured second may find the machine warm, or still busy with
        // work for the other site.
        const [first, second] = i % 2 === 0 ? sites : sites.toReversed()
        const results = [await round(first!), await round(second!)]
        const [old, latest] = i % 2 === 0 ? results : results.toReversed()
        ratios.push({ speed: latest!.perSecond / old!.perSecond, cpu: latest!.cpuMs / old!.cpuMs })
      }
      const percent = (value: number) => `${Math.round(value * 1000) / 10} %`
      console.log(
        `| ${name} | ${percent(median(ratios.map(({ speed }) => speed)))} | ${percent(median(ratios.map(({ cpu }) => cpu)))} |`,
      )
    }
  } finally {
    await before.stop()
    await now.stop()
  }
}

/**
 * Appoints an admin, because new-account limits apply only on a site with staff. Makes all accounts thirty days old, so
 * that the measured ones are not new.
 */
async function lookAfter({ databaseUrl }: SeededProduct): Promise<void> {
  await executeOnce(databaseUrl, "update users set created_at = now() - interval '30 days'")
  await executeOnce(
    databaseUrl,
    `do $$ begin
      update users set role = 'admin' where user_number = (select max(user_number) from users);
    exception when undefined_column then null; -- A checkout from before there were roles.
    end $$`,
  )
}

/**
 * Measures one site for one round. @returns Requests per second, and the server's CPU milliseconds for each request.
 */
async function round({ site, requests }: { site: SeededProduct; requests: string[] }) {
  const cpuBefore = await cpuMsOf(site.pid)
  const { perSecond } = await load(site.port, requests, CONNECTIONS, ROUND_MS)
  return { perSecond, cpuMs: ((await cpuMsOf(site.pid)) - cpuBefore) / ((perSecond * ROUND_MS) / 1000) }
}

function signedIn({ cookies }: SeededProduct, i: number, path: string): string {
  return httpRequest('GET', path, { cookie: cookies[i % cookies.length] ?? '' })
}
