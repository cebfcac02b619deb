import { sql } from 'kysely'
import type { Device } from '../../../../contract/account/devices.ts'
import { maySignIn } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { endSessions, emitSessionsEnded } from '../../../identity/end-sessions.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { Account } from '../../../../contract/account/account.ts'
import { loginRequired } from '../../../access/refusals.ts'

/** An account, and the session of the device that makes the call. */
interface Caller {
  userId: string
  sessionKey: string
}

export async function listDevices(db: Db, { userId, sessionKey }: Caller): Promise<Device[]> {
  // Sessions that expire within a minute are left out. They are former session ids, which stay valid for some seconds.
  const { rows } = await sql<Device>`
    select id, browser, method, created_at, used_at, sid = ${sessionKey} as is_this from sessions
    where user_id = ${userId} and expire > now() + interval '1 minute'
    order by is_this desc, used_at desc, id`.execute(db)
  return rows
}

/** Signs a device out. @throws {AppError} NOT_FOUND. */
export async function endDevice({ db, signals }: Pick<Deps, 'db' | 'signals'>, userId: string, id: string) {
  const { rows } = await sql<{ sid: string }>`
    delete from sessions where user_id = ${userId} and id = ${id} returning sid`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This device is already signed out.')
  emitSessionsEnded(signals, [rows[0].sid])
}

export async function endOtherDevices({ db, signals }: Pick<Deps, 'db' | 'signals'>, { userId, sessionKey }: Caller) {
  emitSessionsEnded(signals, await endSessions(db, userId, { except: sessionKey }))
}

/** Ends all sessions of an account on behalf of an operator. @returns The number of ended sessions. */
export async function signOutEverywhere({ db, signals }: Pick<Deps, 'db' | 'signals'>, personId: string) {
  const ended = await db.transaction().execute(async (tx) => {
    const keys = await endSessions(tx, personId)
    await writeStaffLog(tx, null, 'sign-out', { personId, devices: keys.length })
    return keys
  })
  emitSessionsEnded(signals, ended)
  return ended.length
}

/**
 * Returns the signed-in person's account, as seen from this session.
 * @throws {AppError} LOGIN_REQUIRED if the account has since been deleted.
 */
export async function getAccount(db: Db, { userId, sessionKey }: Caller) {
  const { rows } = await sql<Omit<Account, 'hasMail' | 'mustConfirmEmail'>>`
    select email_verified_at, not password_sign_in as passkeys_only, delete_after, deletion_reason,
      suspended_until is not null as is_suspended,
      exists (select from sessions where sid = ${sessionKey} and is_easy_to_guess) as is_easy_to_guess,
      (select email from email_changes where user_id = users.id and done_at is null) as pending_email,
      (select count(*) from passkeys where user_id = users.id) as passkeys_count,
      (select count(*) from recovery_codes where user_id = users.id) as recovery_codes_left
    from users where id = ${userId}`.execute(db)
  return requireAccount(rows[0])
}

/**
 * Returns the row of an account.
 * @throws {AppError} LOGIN_REQUIRED if there is none, because the account was deleted during the request.
 */
export function requireAccount<Row>(row: Row | undefined): Row {
  if (!row) throw loginRequired()
  return row
}

/**
 * Locks an account with the strongest row lock. Changes of its address and its sign-in methods thus run one after the
 * other. Lock order: this row first, then tokens, codes, sessions. The strongest lock is needed because the address is
 * a key column. A transaction that takes a weaker lock first and this one later might deadlock with another.
 *
 * @returns `undefined` if the account is gone or its deletion is due.
 */
export function lockAccount(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'emailVerifiedAt', 'username', 'passwordSignIn'])
    .where('id', '=', userId)
    .where(maySignIn)
    .forUpdate()
    .executeTakeFirst()
}

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>
