import { sql } from 'kysely'
import type { Device } from '../../../../contract/account/devices.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { endSessions, emitSessionsEnded } from '../../../identity/end-sessions.ts'
import type { Deps } from '../../../setup/deps.ts'

/** An account, and the session of the device that makes the call. */
interface Asker {
  userId: string
  sessionKey: string
}

export async function listDevices(db: Db, { userId, sessionKey }: Asker): Promise<Device[]> {
  // A session that expires within a minute is left out: it is a former session id that stays valid for some seconds.
  const { rows } = await sql<Device>`
    select id, browser, method, created_at, used_at, sid = ${sessionKey} as is_this from sessions
    where user_id = ${userId} and expire > now() + interval '1 minute'
    order by is_this desc, used_at desc, id`.execute(db)
  return rows
}

/**
 * Signs a device out.
 *
 * @throws {AppError} NOT_FOUND.
 */
export async function endDevice({ db, signals }: Pick<Deps, 'db' | 'signals'>, userId: string, id: string) {
  const { rows } = await sql<{ sid: string }>`
    delete from sessions where user_id = ${userId} and id = ${id} returning sid`.execute(db)
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This device is already signed out.')
  emitSessionsEnded(signals, [rows[0].sid])
}

export async function endOtherDevices({ db, signals }: Pick<Deps, 'db' | 'signals'>, { userId, sessionKey }: Asker) {
  emitSessionsEnded(signals, await endSessions(db, userId, { except: sessionKey }))
}
