import { sql } from 'kysely'
import type { Access } from '../../contract/access.ts'
import type { AccountStatus } from '../../contract/account/users.ts'
import type { Db } from '../db/connect.ts'
import { AppError } from '../errors/app-error.ts'
import { isStaff, type Person, type Viewer } from './can.ts'
import { loginRequired } from './refusals.ts'

/** SQL expression for the account status of a row of `users`. */
export const accountStatusOf = sql<AccountStatus>`
  case when users.delete_after is not null then 'leaving' when users.is_hidden then 'suspended' when users.restricted_until > now() then 'restricted'
    when users.waiting_since is not null then 'waiting' else 'active' end`

/** Columns for a select of `users`: the account status (`standing`) and its end (`standing_until`). */
export const accountStatusColumns = sql`
  ${accountStatusOf} as standing,
  nullif(case when users.delete_after is not null then users.delete_after when users.is_hidden then users.suspended_until when users.restricted_until > now()
    then users.restricted_until end, 'infinity') as standing_until`

/** Condition that a row of `users` is a moderator or an admin who is neither restricted nor hidden. */
export const isActiveStaff = sql<boolean>`(
  users.role <> 'member' and not users.is_hidden and coalesce(users.restricted_until <= now(), true))`

/** Condition that a row of `users` can be signed in to: its deletion is not due. */
export const maySignIn = sql<boolean>`coalesce(users.delete_after > now(), true)`

/** @throws {AppError} LOGIN_REQUIRED for visitors. */
export function requireViewer(viewer: Viewer): Person {
  if (!viewer) throw loginRequired()
  return viewer
}

/**
 * Returns the viewer if they may create and change things. Endpoints that undo the caller's own action need only
 * `requireViewer`.
 *
 * @throws {AppError} LOGIN_REQUIRED; ACCOUNT_RESTRICTED, ACCOUNT_WAITING or ACCOUNT_LEAVING with a sentence.
 */
function requireActive(viewer: Viewer): Person {
  const person = requireViewer(viewer)
  refuseInactive(person)
  return person
}

/**
 * Checks the account status again inside a transaction. A moderator may have restricted the account since the request
 * began. The lock keeps such a restriction from being committed before `tx`. It is as strong as the lock of statements
 * that update counters. With a shared lock, two concurrent publishes would deadlock.
 */
export async function requireStillActive(tx: Db, userId: string): Promise<void> {
  const { rows } = await sql<Pick<Person, 'standing' | 'standingUntil'>>`
    select ${accountStatusColumns} from users where id = ${userId} for no key update`.execute(tx)
  if (!rows[0]) throw loginRequired()
  refuseInactive(rows[0])
}

/** Refuses an action that only moderators and admins may take. */
export const STAFF_ONLY = 'Only moderators and admins can do this.'

/** @throws {AppError} As `requireActive`; ACCESS_DENIED for members. */
function requireStaff(viewer: Viewer): Person {
  const person = requireActive(viewer)
  if (!isStaff(person)) throw new AppError('ACCESS_DENIED', STAFF_ONLY)
  return person
}

/** @throws {AppError} As `requireActive`; ACCESS_DENIED for members and moderators. */
function requireAdmin(viewer: Viewer): Person {
  const person = requireActive(viewer)
  if (person.role !== 'admin') throw adminsOnly()
  return person
}

/** Returns the refusal of an action that only admins may take. */
export function adminsOnly(): AppError {
  return new AppError('ACCESS_DENIED', 'Only admins can do this.')
}

/** @throws {AppError} CONFLICT for sample accounts. */
export function refuseSample({ isSample }: { isSample: boolean }): void {
  if (isSample) throw new AppError('CONFLICT', 'This is a sample account. It doesn’t belong to a person.')
}

const checks: Record<Access, (viewer: Viewer) => Viewer> = {
  anyone: (viewer) => viewer,
  account: requireViewer,
  confirmed: requireConfirmed,
  active: requireActive,
  staff: requireStaff,
  'confirmed-staff': (viewer) => requireConfirmedStaff(requireStaff(viewer)),
  admin: requireAdmin,
  'confirmed-admin': (viewer) => requireConfirmedStaff(requireAdmin(viewer)),
}

/**
 * Returns the viewer if they have the access that an endpoint declares. `http/route.ts` calls this for every endpoint.
 *
 * @throws {AppError} One of `accessErrors`.
 */
export function admit(viewer: Viewer, access: Access): Viewer {
  return checks[access](viewer)
}

/**
 * Refuses a change by an account that is about to be deleted. `http/route.ts` calls this for every change that needs an
 * account, except for those that the contract marks as `whileLeaving`.
 *
 * @throws {AppError} ACCOUNT_LEAVING.
 */
export function refuseLeaving(viewer: Viewer): void {
  if (viewer?.standing === 'leaving') throw leaving()
}

/** Protects actions that a stolen session must not perform. @throws {AppError} LOGIN_REQUIRED; CONFIRM_REQUIRED. */
export function requireConfirmed(viewer: Viewer): Person {
  const person = requireViewer(viewer)
  if (!person.isConfirmed) throw new AppError('CONFIRM_REQUIRED', 'Please enter your password again.')
  return person
}

/**
 * Like `requireConfirmed`, for actions of staff on other people. If the site requires passkeys, a password is not
 * enough. Staff without a passkey can use the password only to add one.
 *
 * @returns The person.
 * @throws {AppError} PASSKEY_REQUIRED; CONFIRM_REQUIRED.
 */
export function requireConfirmedStaff(person: Person): Person {
  if (person.lacksPasskey) {
    throw new AppError(
      'PASSKEY_REQUIRED',
      'Moderators and admins need a passkey for this. Add one in your settings, under Sign-in.',
    )
  }
  return requireConfirmed(person)
}

function refuseInactive({ standing, standingUntil }: Pick<Person, 'standing' | 'standingUntil'>): void {
  if (standing === 'active') return
  if (standing === 'leaving') throw leaving()
  if (standing === 'waiting') {
    throw new AppError('ACCOUNT_WAITING', 'Your account is waiting for approval. Until then you can browse.')
  }
  const until = standingUntil ? ` until ${dayOf(standingUntil)}` : ''
  throw new AppError(
    'ACCOUNT_RESTRICTED',
    `Your account is ${standing}${until}. To see why and how to appeal, open Account status in your settings.`,
  )
}

function leaving(): AppError {
  return new AppError('ACCOUNT_LEAVING', 'Your account is scheduled for deletion. Keep it first to continue.')
}

/** Formats a day: `3 December 2026`. */
function dayOf(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
