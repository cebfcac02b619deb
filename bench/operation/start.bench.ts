// The time from the start of the built server to its first answer, and the memory of the idle server. Everything is
// installed and the database exists. `npm start` first checks in a tenth of a second whether it has to build.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../../e2e/support/servers/server.ts'
import { startEmbeddedPostgres } from '../../server/embedded/postgres.ts'
import { residentBytes } from '../support/process-memory.ts'
import { report } from '../support/report.ts'
import { median } from '../support/rounds.ts'
import { scratchFolder } from '../support/scratch.ts'

const ROUNDS = 5
const IDLE_MS = 3_000

using scratch = scratchFolder()
const DATA_DIR = join(scratch.path, 'data')
await (await startProduct({ DATA_DIR }, { isBundled: true })).stop()
const embedded = await starts({ DATA_DIR })
const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: console.log })
const external = await starts({ DATABASE_URL: postgres.url, SESSION_SECRET: 'x'.repeat(32) })
await postgres.stop()
report([
  { name: 'start to ready, with its own PostgreSQL', figure: median(embedded.seconds), unit: 's', atMost: 1.5 },
  { name: 'start to ready, PostgreSQL running already', figure: median(external.seconds), unit: 's', atMost: 0.6 },
  { name: 'memory of the idle Node process', figure: median(embedded.idleBytes) / 1e6, unit: 'MB', atMost: 130 },
])

async function starts(env: Record<string, string>): Promise<{ seconds: number[]; idleBytes: number[] }> {
  const seconds: number[] = []
  const idleBytes: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now()
    await using product = await startProduct(env, { isBundled: true })
    seconds.push((performance.now() - start) / 1000)
    await pause(IDLE_MS)
    idleBytes.push(await residentBytes(product.pid))
  }
  return { seconds, idleBytes }
}
