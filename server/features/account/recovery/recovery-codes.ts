import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { RECOVERY_CODES_COUNT } from '../../../../contract/account/recovery.ts'
import { maySignIn } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { requireLiveSession } from '../../../identity/end-sessions.ts'
import { lockAccount, requireAccount } from '../settings/account.queries.ts'

/** Crockford's alphabet: its characters are hard to confuse when a code is read aloud or copied by hand. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Issues new recovery codes for an account, and revokes the former ones.
 *
 * @param by The requesting session, and its browser's name if known.
 * @returns Codes such as `7k2d-0f9q-…`, with 120 random bits each. Only their hashes are stored.
 */
export function makeRecoveryCodes(
  deps: Pick<Deps, 'db' | 'jobs' | 'config'>,
  userId: string,
  by?: { sessionKey: string; browser: string | null },
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES_COUNT }, createCode)
  return deps.db.transaction().execute(async (tx) => {
    // Without the lock, two concurrent calls would issue two valid sets.
    requireAccount(await lockAccount(tx, userId))
    if (by) await requireLiveSession(tx, by.sessionKey)
    await sql`
      with voided as (delete from recovery_codes where user_id = ${userId} returning hash, user_id, made_at)
      insert into voided_recovery_codes (hash, user_id, made_at) select * from voided`.execute(tx)
    await tx
      .insertInto('recoveryCodes')
      .values(codes.map((code) => ({ hash: hashOf(code), userId })))
      .execute()
    await recordAccountEvent(tx, deps, { userId, kind: 'recovery-codes-made', detail: by?.browser ?? null })
    return codes
  })
}

/**
 * Finds the account with this address for a recovery code. Accounts that are being deleted are left out. The query is
 * the same whether or not the account and the code exist.
 */
export function findByRecoveryCode(db: Db, email: string, code: string) {
  return db
    .selectFrom('users')
    .innerJoin('recoveryCodes', 'recoveryCodes.userId', 'users.id')
    .select(['users.id', 'email', 'username'])
    .where('email', '=', email)
    .where('recoveryCodes.hash', '=', hashOf(code))
    .where(maySignIn)
    .executeTakeFirst()
}

/** Consumes a code, at most once among concurrent calls. @returns Whether it was a code of the account. */
export async function consumeRecoveryCode(tx: Db, userId: string, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from recovery_codes where hash = ${hashOf(code)} and user_id = ${userId}`.execute(tx)
  return numAffectedRows === 1n
}

function createCode(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  const letters = Array.from(randomBytes(24), (byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Hashes a code as its owner typed it. Case, separators and letters that look like a digit make no difference. */
function hashOf(code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return hash('sha256', plain, 'buffer')
}
