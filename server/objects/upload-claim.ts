import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/**
 * An upload that temporarily belongs to one caller. The token excludes an earlier holder that resumes too late.
 *
 * A claim applies to a complete upload while it is published, made a picture or moved. While its bytes arrive,
 * `UploadLeases` applies.
 */
export interface Claim {
  id: string
  ownerId: string
  token: string
  sizeBytes: number
}

/** Duration of a claim, which is renewed while the work goes on. A crashed holder's upload is free after that. */
const LEASE_SECONDS = 30
const RENEW_EVERY_MS = 8_000

const leaseEnd = sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`

/**
 * Claims a complete, unused upload of this person before any work is done on it. It is a single statement, so only one
 * of several callers succeeds, even in different processes.
 *
 * @returns `undefined` if there is no such upload, or it is claimed.
 */
export async function claimUpload(db: Db, id: string, ownerId: string): Promise<Claim | undefined> {
  // A constraint of the table guarantees that a stored object has a size.
  const { rows } = await sql<Claim>`
    update objects set claim = gen_random_uuid(), claimed_until = ${leaseEnd}
    where id = ${id} and owner_id = ${ownerId} and state = 'stored' and ${isUnclaimed}
    returning id, owner_id, claim as token, size_bytes`.execute(db)
  return rows[0]
}

/** Condition that a row of `objects` has no claim, or an expired one. */
export const isUnclaimed = sql<boolean>`coalesce(claimed_until < now(), true)`

/** Whether this is a complete, unused upload of this person. A claimed upload counts as unused. */
export async function isUnused(db: Db, id: string, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from objects where id = ${id} and owner_id = ${ownerId} and state = 'stored'`.execute(db)
  return rows.length > 0
}

/** Renews a claim. @returns Whether it still holds: the upload was not cancelled or claimed by another caller. */
export async function holdsClaim(db: Db, { id, token }: Claim): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update objects set claimed_until = ${leaseEnd}
    where id = ${id} and claim = ${token} and state = 'stored'`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Keeps an upload claimed during `work`, and releases it if `work` fails. The claim may be lost meanwhile, so the
 * statement that uses the upload must check the token.
 */
export async function whileClaimed<T>(db: Db, claim: Claim, work: () => Promise<T>): Promise<T> {
  // Other code reports an unavailable database.
  const renewing = setInterval(() => void holdsClaim(db, claim).catch(() => {}), RENEW_EVERY_MS)
  try {
    return await work()
  } catch (error) {
    await releaseClaim(db, claim).catch(() => {})
    throw error
  } finally {
    clearInterval(renewing)
  }
}

/** Releases a claimed upload. Does nothing if the claim no longer holds. */
export async function releaseClaim(db: Db, { id, token }: Claim): Promise<void> {
  await sql`update objects set claim = null, claimed_until = null where id = ${id} and claim = ${token}`.execute(db)
}
