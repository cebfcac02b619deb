// Ends a pool while it connects. The process exits only if no connection is left open.
import { GuardedPool } from './guarded-pool.ts'

const pool = new GuardedPool({ connectionString: process.argv[2] ?? '' })
const connected = pool.connect()
// The pool is ended before its first connection arrives.
const ended = pool.end()
;(await connected).release()
await ended
