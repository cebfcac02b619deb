import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { AccountTables } from '../db/schema/account-schema.ts'

type TokensTable = AccountTables['tokens']
type Purpose = TokensTable['purpose']

/** Validity of each kind of token. */
const lifetimes: Record<Purpose, string> = {
  // The holder of this link becomes an admin, so it is valid for an hour only.
  claim: '1 hour',
  verify: '7 days',
  'change-email': '1 day',
  'undo-email': '7 days',
  reset: '30 minutes',
  // A challenge for an authenticator. Several tabs may request one at once.
  passkey: '5 minutes',
}

/** The person that a token is for, and the address that it proves. Both are absent if any holder may use the token. */
interface TokenFor {
  userId?: string
  email?: string
  /** Whether a reset works without a recovery code. */
  withoutCode?: boolean
  /** Time of the change that the link undoes. Its validity starts then. */
  changedAt?: string
}

/** The stored facts about a valid token. */
export type ValidToken = Pick<TokensTable, 'userId' | 'email' | 'changedAt'> & {
  withoutCode: boolean
  madeAt: string
}

/**
 * Issues a one-time secret. Only its SHA-256 is stored. The person's earlier tokens for the same purpose are revoked,
 * except challenges and undo links. Each change has an undo link of its own. Reset links revoke only links of the same
 * origin: e-mailed, from an admin or from an operator. Anyone may request an e-mailed one, also a thief.
 *
 * @returns 256 random bits in base64url.
 */
export async function issueToken(
  tx: Db,
  purpose: Purpose,
  { userId, email, withoutCode = false, changedAt }: TokenFor = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  if (purpose !== 'passkey' && purpose !== 'undo-email') {
    // Locks the user. The later of two concurrent calls then revokes the token of the earlier call.
    if (userId !== undefined)
      await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const isTheirs = userId === undefined ? sql`user_id is null` : sql`user_id = ${userId}`
    await sql`
      delete from tokens where purpose = ${purpose} and ${isTheirs}
        and (email is null) = ${email === undefined} and without_code = ${withoutCode}`.execute(tx)
  }
  await sql`
    insert into tokens (hash, purpose, user_id, email, without_code, changed_at, expires_at)
    values (${hashToken(token)}, ${purpose}, ${userId ?? null}, ${email ?? null}, ${withoutCode}, ${changedAt ?? null},
      coalesce(${changedAt ?? null}::timestamptz, now()) + ${lifetimes[purpose]}::interval)`.execute(tx)
  return token
}

/**
 * Issues a one-time link to set a new password, valid for 30 minutes; earlier ones of the same origin are revoked. Its
 * secret is in the fragment, which browsers send nowhere.
 *
 * @param recipient `email`: the address, if the link is sent by e-mail. The link then works only while the account has
 *   this address. `withoutCode`: whether it works without a recovery code, however the account signs in.
 */
export async function issueResetLink(
  tx: Db,
  publicUrl: string,
  recipient: { userId: string; email?: string; withoutCode?: boolean },
): Promise<string> {
  return `${publicUrl}/auth/reset#${await issueToken(tx, 'reset', recipient)}`
}

/**
 * Consumes a token: it is gone once the transaction commits, and one of many concurrent callers gets it.
 *
 * @returns Its stored facts; `undefined` if it is not valid.
 */
export async function consumeToken(tx: Db, purpose: Purpose, token: string): Promise<ValidToken | undefined> {
  const { rows } = await sql<ValidToken>`
    delete from tokens where ${isValid(purpose, token)} returning ${columns}`.execute(tx)
  return rows[0]
}

/** Reads a token without consuming it, for work that takes long before it is consumed. */
export async function findToken(db: Db, purpose: Purpose, token: string): Promise<ValidToken | undefined> {
  const { rows } = await sql<ValidToken>`
    select ${columns} from tokens where ${isValid(purpose, token)}`.execute(db)
  return rows[0]
}

const columns = sql`user_id, email, without_code, changed_at, made_at`
const isValid = (purpose: Purpose, token: string) =>
  sql`hash = ${hashToken(token)} and purpose = ${purpose} and expires_at > now()`

/**
 * Revokes a person's unused tokens, except undo links. A thief of an account and its address could otherwise revoke the
 * undo links by setting a new password. Also cancels a pending change of address, because its e-mail may still wait to
 * be sent and would bring a new link.
 *
 * @param keepsResets Whether reset links that were sent by e-mail or come from an operator stay valid. Set for changes
 *   that a thief can also make. The thief could otherwise revoke each link before the owner opens it.
 */
export async function revokeTokens(tx: Db, userId: string, { keepsResets = false } = {}): Promise<void> {
  await tx.deleteFrom('emailChanges').where('userId', '=', userId).where('doneAt', 'is', null).execute()
  const isKept = sql`${keepsResets} and purpose = 'reset' and (email is not null or without_code)`
  await sql`
    delete from tokens where user_id = ${userId} and purpose <> 'undo-email' and not (${isKept})`.execute(tx)
}

export function deleteExpiredTokens(db: Db): Promise<unknown> {
  return sql`delete from tokens where expires_at < now()`.execute(db)
}

/** Returns the SHA-256 of a secret, which is stored instead of it. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
