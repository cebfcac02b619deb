import type { Db } from '../../../db/connect.ts'
import { endSessions, requireLiveSession, emitSessionsEnded } from '../../../identity/end-sessions.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { preventLockout } from './passkeys-only.ts'
import { lockSignInMethods, passkeyNotFound } from './passkeys.queries.ts'

/**
 * Removes a passkey, and notifies the account's owner.
 *
 * @param key Key of the session that removes it.
 * @param endsOthers Whether the account's other sessions end, in case a thief used the passkey.
 * @throws {AppError} NOT_FOUND, including for a passkey of another account; LOGIN_REQUIRED if that session has since
 *   ended.
 */
export async function removePasskey(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'signals'>,
  { userId, id, key, endsOthers }: { userId: string; id: string; key: string; endsOthers: boolean },
): Promise<void> {
  const ended = await deps.db.transaction().execute(async (tx: Db) => {
    await lockSignInMethods(tx, userId)
    await requireLiveSession(tx, key)
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('name')
      .executeTakeFirstOrThrow(() => passkeyNotFound())
    await preventLockout(tx, deps, userId)
    await recordAccountEvent(tx, deps, { userId, kind: 'passkey-removed', detail: removed.name })
    return endsOthers ? endSessions(tx, userId, { except: key }) : []
  })
  emitSessionsEnded(deps.signals, ended)
}

/**
 * Removes all passkeys of an account. Operators use it for an owner who has lost every means of confirmation;
 * afterwards the owner confirms with the password.
 *
 * @returns The number of removed passkeys.
 */
export function removeAllPasskeys(deps: Pick<Deps, 'db' | 'jobs' | 'config'>, userId: string): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    await lockSignInMethods(tx, userId)
    const removed = await tx.deleteFrom('passkeys').where('userId', '=', userId).returning('id').execute()
    if (removed.length === 0) return 0
    await preventLockout(tx, deps, userId)
    await recordAccountEvent(tx, deps, { userId, kind: 'passkey-removed', detail: 'all of them' })
    await writeStaffLog(tx, null, 'remove-passkeys', { personId: userId, passkeys: removed.length })
    return removed.length
  })
}
