// Uses a pool `calls` times and prints by how many bytes the heap has grown per call: `node --expose-gc
// pool-growth.fixture.ts <database's address> <calls>`.
import { sql } from 'kysely'
import { connectPatiently } from '../test/connect-patiently.ts'

const WARM_UP = 1_000

const [url = '', calls = '0'] = process.argv.slice(2)
const db = connectPatiently(url, { poolSize: 2 })
await use(WARM_UP)
const before = heapUsed()
await use(Number(calls))
console.log((heapUsed() - before) / Number(calls))
await db.destroy()

async function use(times: number): Promise<void> {
  for (let i = 0; i < times; i++) await sql`select 1`.execute(db)
}

function heapUsed(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
