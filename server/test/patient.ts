import type { Patience } from '../db/guarded-pool.ts'

/**
 * With a database that is slow to answer because the machine is busy. Only tests about one that is away
 * (`http/database-away.test.ts`) are about how soon that is noticed.
 */
export const patient: Patience = { waitMs: 60_000, probeMs: 60_000 }
