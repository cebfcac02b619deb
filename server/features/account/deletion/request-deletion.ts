import { sql } from 'kysely'
import { DELETION_GRACE_DAYS } from '../../../../contract/account/deletion.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError, invalidField } from '../../../errors/app-error.ts'
import { endSessions, emitSessionsEnded, requireLiveSession } from '../../../identity/end-sessions.ts'
import { giveUpUploads } from '../../../objects/objects.queries.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import {
  type AccountChange,
  hideOrShowContent,
  lockUserAndContent,
} from '../../moderation/decisions/enforcement/account-enforcement.ts'
import type { Effects } from '../../moderation/decisions/enforcement/effects.ts'
import { changeEnforcement } from '../../moderation/decisions/enforcement/enforcement.ts'
import { requireAnotherAdmin, takeRolesLock } from '../../site/roles/change-role.ts'
import { accountNotFound } from '../../../access/refusals.ts'

type DeletionDeps = Pick<Deps, 'db' | 'signals' | 'jobs' | 'config'>

interface DeletionRequest {
  userId: string
  /** Session that requests the deletion. */
  sessionKey: string
  /** The name that the owner typed: their username, or their e-mail address if they have none. */
  name: string
}

/**
 * Hides an account and its content, ends its sessions and uploads, and schedules its deletion after the grace period.
 * Calling it again changes nothing.
 *
 * @returns The time of the deletion.
 * @throws {AppError} VALIDATION_FAILED for a different name; CONFLICT for the last admin; LOGIN_REQUIRED if the session
 *   has since ended.
 */
export function requestDeletion(deps: DeletionDeps, { userId, sessionKey, name }: DeletionRequest): Promise<string> {
  return scheduleDeletion(deps, userId, null, async (tx, person) => {
    await requireLiveSession(tx, sessionKey)
    requireName(person, name)
    if (person.role === 'admin' && !person.deleteAfter) await requireAnotherAdmin(tx, userId)
  })
}

/**
 * Hides an account and schedules its deletion. If the deletion is already scheduled, its time stays. A reason then
 * makes it a deletion by an admin; without a reason, nothing changes.
 *
 * @param reason The reason of the admin; null if the owner requested the deletion.
 * @param check Refuses the deletion with an error. It runs within the transaction, under the lock of the roles.
 * @returns The time of the deletion.
 * @throws {AppError} NOT_FOUND.
 */
export async function scheduleDeletion(
  deps: DeletionDeps,
  userId: string,
  reason: string | null,
  check: (tx: Db, person: AccountRow) => Promise<void>,
): Promise<string> {
  const { deleteAfter, ended } = await changeEnforcement(deps, async (tx, emitLater) => {
    // If two admins request deletion at the same time, the second waits for the lock. It is then refused as the last
    // admin.
    await takeRolesLock(tx)
    await lockUserAndContent(tx, userId)
    const person = await getPerson(tx, userId)
    await check(tx, person)
    if (person.deleteAfter && reason === null) return { deleteAfter: person.deleteAfter, ended: [] }
    if (!person.deleteAfter) emitLater(await setDeletion(tx, userId, { isScheduled: true }))
    await tx.updateTable('users').set({ deletionReason: reason }).where('id', '=', userId).execute()
    await giveUpUploads(tx, userId)
    const keys = await endSessions(tx, userId)
    const kind = reason === null ? 'deletion-asked' : 'deletion-by-admin'
    await recordAccountEvent(tx, deps, { userId, kind, detail: reason })
    return { deleteAfter: (await getPerson(tx, userId)).deleteAfter!, ended: keys }
  })
  emitSessionsEnded(deps.signals, ended)
  return deleteAfter
}

/**
 * Cancels a scheduled deletion. Content that the deletion hid is shown again; content hidden for another reason stays
 * hidden.
 *
 * @throws {AppError} ACCESS_DENIED if an admin scheduled it; CONFLICT if the deletion has already begun.
 */
export function keepAccount(deps: DeletionDeps, userId: string): Promise<void> {
  return cancelDeletion(deps, userId, async (_tx, { deletionReason }) => {
    if (deletionReason === null) return
    throw new AppError('ACCESS_DENIED', 'An admin scheduled this deletion, so only an admin can cancel it.')
  })
}

/** @param check Refuses to cancel the deletion with an error. It runs within the transaction. */
export function cancelDeletion(
  deps: DeletionDeps,
  userId: string,
  check: (tx: Db, person: AccountRow) => Promise<void>,
): Promise<void> {
  return changeEnforcement(deps, async (tx, emitLater) => {
    await lockUserAndContent(tx, userId)
    const person = await getPerson(tx, userId)
    if (person.isDue) throw new AppError('CONFLICT', 'It’s too late: this account is already being deleted.')
    await check(tx, person)
    if (!person.deleteAfter) return
    await tx.updateTable('users').set({ deletionReason: null }).where('id', '=', userId).execute()
    emitLater(await setDeletion(tx, userId, { isScheduled: false }))
    await recordAccountEvent(tx, deps, { userId, kind: 'deletion-taken-back' })
  })
}

type AccountRow = Awaited<ReturnType<typeof getPerson>>

function getPerson(tx: Db, userId: string) {
  // Unlike now(), the clock goes on while the transaction waits for its locks. The deletion may have begun meanwhile.
  const isDue = sql<boolean>`coalesce(delete_after <= clock_timestamp(), false)`.as('isDue')
  return tx
    .selectFrom('users')
    .select(['username', 'email', 'role', 'isSample', 'deleteAfter', 'deletionReason', isDue])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => accountNotFound())
}

function requireName({ username, email }: { username: string | null; email: string }, typed: string): void {
  if (typed.trim().toLowerCase() === (username ?? email)) return
  throw invalidField('name', `This isn’t your ${username ? 'username' : 'email'}`)
}

/** Adds or removes the deletion as a reason for hiding the account. It is independent of a suspension. */
async function setDeletion(tx: Db, userId: string, { isScheduled }: { isScheduled: boolean }): Promise<Effects> {
  const reasons = isScheduled ? sql`array_append(hidden_for, 'deletion')` : sql`array_remove(hidden_for, 'deletion')`
  const deleteAfter = isScheduled ? sql`now() + make_interval(days => ${DELETION_GRACE_DAYS})` : sql`null`
  const { rows } = await sql<AccountChange>`
    with former as (select is_hidden from users where id = ${userId})
    update users set delete_after = ${deleteAfter}, hidden_for = ${reasons}, is_hidden = ${reasons} <> '{}'
    from former where users.id = ${userId}
    returning former.is_hidden as was_hidden, users.is_hidden, users.avatar_url`.execute(tx)
  return hideOrShowContent(tx, userId, rows[0]!)
}
