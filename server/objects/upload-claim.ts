import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** An upload that this process alone may use, for now. The token keeps out whoever held it before and came too late. */
export interface Claim {
  id: string
  ownerId: string
  token: string
  sizeBytes: number
}

/** What a crash leaves is free after this. Renewed while the work goes on, several times before it runs out. */
const LEASE_SECONDS = 30
const RENEW_EVERY_MS = 8_000

const leaseEnd = sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`

/**
 * Takes a whole, unused upload of this person before any work is done on it. One statement: of many callers, also in
 * other processes, one gets it.
 *
 * @returns `undefined` if there is none, or somebody is at it.
 */
export async function claimUpload(db: Db, id: string, ownerId: string): Promise<Claim | undefined> {
  const row = await db
    .updateTable('objects')
    .set({ claim: sql`gen_random_uuid()`, claimedUntil: leaseEnd })
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'stored')
    .where(isUnclaimed)
    .returning(['claim', 'sizeBytes'])
    .executeTakeFirst()
  // The table's constraint: what is stored has a size.
  return row?.claim ? { id, ownerId, token: row.claim, sizeBytes: row.sizeBytes ?? 0 } : undefined
}

/** Nobody is at this object, or they have gone without a word. */
export const isUnclaimed = sql<boolean>`coalesce(claimed_until < now(), true)`

/** Whether a whole upload of this person waits to be used, be it claimed or not. */
export async function isUnused(db: Db, id: string, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('objects')
    .select('id')
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a claim still holds: the upload was not given up, and nobody else has taken it. */
export async function holdsClaim(db: Db, claim: Claim): Promise<boolean> {
  return (await renew(db, claim)) === 1n
}

/**
 * Works on a claimed upload, however long that takes, and gives it back if the work fails. What the work made of it, it
 * has to bind to the token.
 */
export async function whileClaimed<T>(db: Db, claim: Claim, work: () => Promise<T>): Promise<T> {
  // The database being away is told by what needs it more.
  const renewing = setInterval(() => void renew(db, claim).catch(() => {}), RENEW_EVERY_MS)
  try {
    return await work()
  } catch (error) {
    await releaseClaim(db, claim).catch(() => {})
    throw error
  } finally {
    clearInterval(renewing)
  }
}

async function renew(db: Db, { id, token }: Claim): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('objects')
    .set({ claimedUntil: leaseEnd })
    .where('id', '=', id)
    .where('claim', '=', token)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return numUpdatedRows
}

/** Gives a claimed upload back. Does nothing if the claim no longer holds. */
export async function releaseClaim(db: Db, { id, token }: Claim): Promise<void> {
  await db
    .updateTable('objects')
    .set({ claim: null, claimedUntil: null })
    .where('id', '=', id)
    .where('claim', '=', token)
    .execute()
}
