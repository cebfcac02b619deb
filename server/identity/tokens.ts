import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { TokensTable } from '../db/schema.ts'

type Purpose = TokensTable['purpose']

/** Whoever holds this link becomes an admin: an hour is enough to open it. */
const lifetimes: Partial<Record<Purpose, string>> = { claim: '1 hour' }

/**
 * Draws what somebody is to hold, good once. Only its SHA-256 is kept. Earlier ones for the same are void from now on.
 *
 * @returns 256 random bits in base64url.
 */
export async function drawToken(db: Db, purpose: keyof typeof lifetimes): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.deleteFrom('tokens').where('purpose', '=', purpose).execute()
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(token), purpose, expiresAt: sql`now() + ${lifetimes[purpose]}::interval` })
    .execute()
  return token
}

/** @returns Whether it was good. It is not any more, once the transaction has committed: of many who try at once, one does. */
export async function takeToken(tx: Db, purpose: Purpose, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tokens')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export function deleteExpiredTokens(db: Db): Promise<unknown> {
  return db
    .deleteFrom('tokens')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute()
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
