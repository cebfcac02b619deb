import type { Patience } from '../db/guarded-pool.ts'

/**
 * Time-outs for a database that is slow because the machine is busy. Only tests about an absent one
 * (`http/database-away.test.ts`) check how soon that is noticed.
 */
export const patient: Patience = { waitMs: 60_000, probeMs: 60_000 }
