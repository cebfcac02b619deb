import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { TokensTable } from '../db/schema/account-schema.ts'

type Purpose = TokensTable['purpose']

/** How long each is good for. */
const lifetimes: Record<Purpose, string> = {
  // Whoever holds this link becomes an admin: an hour is enough to open it.
  claim: '1 hour',
  verify: '7 days',
  'change-email': '1 day',
  'undo-email': '7 days',
  reset: '30 minutes',
  // What an authenticator has to sign. Several tabs may ask at once.
  passkey: '5 minutes',
}

/** Whom a token is for and what it proves; absent where whoever holds it may use it. */
interface TokenFor {
  userId?: string
  email?: string
  /** Whether a reset asks for no recovery code, however the account signs in. */
  withoutCode?: boolean
  /** When the change happened that the link takes back. Its days count from then on. */
  changedAt?: string
}

/** Whom a token was for. */
export type TakenToken = Pick<TokensTable, 'userId' | 'email' | 'changedAt'> & { withoutCode: boolean; madeAt: string }

/**
 * Draws what somebody is to hold, good once. Only its SHA-256 is kept. Earlier ones for the same are void from now on,
 * except authenticators' challenges and undo links, of which each change has its own.
 *
 * @returns 256 random bits in base64url.
 */
export async function drawToken(
  tx: Db,
  purpose: Purpose,
  { userId, email, withoutCode = false, changedAt }: TokenFor = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  if (purpose !== 'passkey' && purpose !== 'undo-email') {
    // Of two that are drawn at once, the newer voids the older.
    if (userId !== undefined)
      await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await tx
      .deleteFrom('tokens')
      .where('purpose', '=', purpose)
      .where('userId', userId === undefined ? 'is' : '=', userId ?? null)
      .execute()
  }
  await tx
    .insertInto('tokens')
    .values({
      hash: hashOf(token),
      purpose,
      userId,
      email,
      withoutCode,
      changedAt,
      expiresAt: sql`coalesce(${changedAt ?? null}::timestamptz, now()) + ${lifetimes[purpose]}::interval`,
    })
    .execute()
  return token
}

/**
 * Uses a token up: once the transaction has committed it is gone, and of many who try at once, one has it.
 *
 * @returns Whom it was for; `undefined` if it was not good, or is no more.
 */
export function takeToken(tx: Db, purpose: Purpose, token: string): Promise<TakenToken | undefined> {
  return tx
    .deleteFrom('tokens')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['userId', 'email', 'withoutCode', 'changedAt', 'madeAt'])
    .executeTakeFirst()
}

/** The same without using it up, for what takes long before it is used. */
export function findToken(db: Db, purpose: Purpose, token: string): Promise<TakenToken | undefined> {
  return db
    .selectFrom('tokens')
    .select(['userId', 'email', 'withoutCode', 'changedAt', 'madeAt'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst()
}

/**
 * Whatever somebody was sent that has not been used. Not what takes a change of their address back: who has stolen an
 * account and its address could void that by setting a new password.
 */
export function voidTokens(tx: Db, userId: string): Promise<unknown> {
  return tx.deleteFrom('tokens').where('userId', '=', userId).where('purpose', '<>', 'undo-email').execute()
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
