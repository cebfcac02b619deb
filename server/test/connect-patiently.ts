import { connect, type Db } from '../db/connect.ts'
import { patient } from '../db/guarded-pool.ts'

/**
 * Connects as commands do, which wait for a slow database. Only the tests about an unavailable database
 * (`http/database-away.test.ts`) check how soon the outage is noticed.
 */
export function connectPatiently(url: string, options: { poolSize?: number } = {}): Db {
  return connect(url, { ...options, patience: patient })
}
