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

export function listDevices(db: Db, { userId, sessionKey }: Asker): Promise<Device[]> {
  return (
    db
      .selectFrom('sessions')
      .select((eb) => [
        'id',
        'browser',
        'method',
        'createdAt',
        'usedAt',
        eb('sid', '=', sessionKey).$castTo<boolean>().as('isThis'),
      ])
      .where('userId', '=', userId)
      // A session that expires within a minute is the former session id of a device.
      .where('expire', '>', sql<string>`now() + interval '1 minute'`)
      .orderBy('isThis', 'desc')
      .orderBy('usedAt', 'desc')
      .orderBy('id')
      .execute()
  )
}

/**
 * Signs a device out.
 *
 * @throws {AppError} NOT_FOUND.
 */
export async function endDevice({ db, signals }: Pick<Deps, 'db' | 'signals'>, userId: string, id: string) {
  const ended = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('sid')
    .executeTakeFirst()
  if (!ended) throw new AppError('NOT_FOUND', 'This device is already signed out.')
  emitSessionsEnded(signals, [ended.sid])
}

export async function endOtherDevices({ db, signals }: Pick<Deps, 'db' | 'signals'>, { userId, sessionKey }: Asker) {
  emitSessionsEnded(signals, await endSessions(db, userId, { except: sessionKey }))
}
