import { requireStillActive } from '../../../access/standing.ts'
import type { Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { drawToken, takeToken } from '../../../identity/tokens.ts'
import { writeStaffLog } from '../../moderation/public-log/staff-log.ts'
import { giveRole, takeRolesLock } from './change-role.ts'

/**
 * The address that makes whoever opens it, signed in, an admin: good for an hour, once. What it opens with is in the
 * fragment, which browsers send nowhere. An earlier link is void.
 */
export function drawClaimLink(db: Db, publicUrl: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const token = await drawToken(tx, 'claim')
    await writeStaffLog(tx, null, 'draw-link', {})
    return `${publicUrl}/claim#${token}`
  })
}

/**
 * Makes the person an admin by that link. Whoever waits to be let in is in by it: there may be nobody else to do so.
 *
 * @throws {AppError} NOT_FOUND for a link that was used, is too old or never was; ACCOUNT_RESTRICTED.
 */
export function claimSite(db: Db, person: Person, token: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await takeRolesLock(tx)
    if (person.standing !== 'waiting') await requireStillActive(tx, person.id)
    if (!(await takeToken(tx, 'claim', token))) {
      throw new AppError(
        'NOT_FOUND',
        'This link was used, or its hour has passed. On the machine, npm run admin makes another.',
      )
    }
    await giveRole(tx, person.id, person.id, 'admin', { byLink: true })
  })
}
