import { refuseSample } from '../../../access/account-status.ts'
import type { Role } from '../../../../contract/account/users.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { issueResetLink } from '../../../identity/tokens.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { accountNotFound } from '../../../access/refusals.ts'

const ranks: Record<Role, number> = { member: 0, moderator: 1, admin: 2 }

/**
 * Makes a link with which an owner sets a new password. Staff hand the link over, and never choose a password. The
 * owner is notified.
 *
 * @param actorId The admin who makes the link; null for an operator (`npm run admin`). An operator's link helps owners
 *   who have lost everything, so it needs no recovery code.
 * @throws {AppError} NOT_FOUND; CONFLICT for samples; ACCESS_DENIED for accounts with a higher role than the actor's.
 */
export function makeResetLink(
  deps: Pick<Deps, 'db' | 'jobs' | 'config'>,
  actorId: string | null,
  personId: string,
): Promise<string> {
  return deps.db.transaction().execute(async (tx) => {
    await requireNoHigherRole(tx, actorId, personId)
    const link = await issueResetLink(tx, deps.config.publicUrl, { userId: personId, withoutCode: actorId === null })
    await writeStaffLog(tx, actorId, 'reset-link', { personId })
    await recordAccountEvent(tx, deps, { userId: personId, kind: 'reset-link-by-admin' })
    return link
  })
}

/** Locks both accounts, because a concurrent request may delete one or change its role. */
async function requireNoHigherRole(tx: Db, actorId: string | null, personId: string): Promise<void> {
  const accounts = await tx
    .selectFrom('users')
    .select(['id', 'role', 'isSample'])
    .where('id', 'in', actorId === null ? [personId] : [actorId, personId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const person = accounts.find(({ id }) => id === personId)
  if (!person) throw accountNotFound()
  refuseSample(person)
  if (actorId === null) return
  const actor = accounts.find(({ id }) => id === actorId)
  if (!actor || ranks[actor.role] < ranks[person.role]) {
    throw new AppError('ACCESS_DENIED', 'This person has a higher role than you.')
  }
}
