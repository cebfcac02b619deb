import type { Db } from '../../../db/connect.ts'
import { endSessions, emitSessionsEnded } from '../../../identity/end-sessions.ts'
import type { Signals } from '../../../signals/signals.ts'
import { writeStaffLog } from '../../moderation/public-log/staff-log.ts'

/** Ends all sessions of an account on behalf of an operator. @returns The number of ended sessions. */
export async function signOutEverywhere(
  { db, signals }: { db: Db; signals: Signals },
  personId: string,
): Promise<number> {
  const ended = await db.transaction().execute(async (tx) => {
    const keys = await endSessions(tx, personId)
    await writeStaffLog(tx, null, 'sign-out', { personId, devices: keys.length })
    return keys
  })
  emitSessionsEnded(signals, ended)
  return ended.length
}
