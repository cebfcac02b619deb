// Ends a pool while it connects. The process exits only if no connection is left open.
import { GuardedPool } from './guarded-pool.ts'

const pool = new GuardedPool({ connectionString: process.argv[2] ?? '' })
const connected = pool.connect()
// In this order, the first connection arrives after the pool has ended.
const ended = pool.end()
;(await connected).release()
await ended
