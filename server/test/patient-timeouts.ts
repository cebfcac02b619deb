import { connect, type Db } from '../db/connect.ts'
import type { Patience } from '../db/guarded-pool.ts'

/**
 * Time-outs for a database that is slow because the machine is busy. Only the tests about an unavailable database
 * (`http/database-away.test.ts`) check how soon the outage is noticed.
 */
export const patient: Patience = { waitMs: 60_000, probeMs: 60_000 }

/** Connects as the product does, but waits for a slow database. */
export function connectPatiently(url: string, options: { poolSize?: number } = {}): Db {
  return connect(url, { ...options, patience: patient })
}
