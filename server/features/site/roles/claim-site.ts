import { requireStillActive } from '../../../access/account-status.ts'
import type { Person } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { issueToken, consumeToken } from '../../../identity/tokens.ts'
import { writeStaffLog } from '../../../access/staff-log.ts'
import { giveRole, takeRolesLock } from './change-role.ts'

/**
 * Returns a URL with which a signed-in user becomes an admin. It is valid for an hour, and only for the first user. Its
 * secret is in the fragment, which browsers do not send. A new link revokes the preceding one.
 */
export function issueClaimLink(db: Db, publicUrl: string): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const token = await issueToken(tx, 'claim')
    await writeStaffLog(tx, null, 'draw-link', {})
    return `${publicUrl}/claim#${token}`
  })
}

/**
 * Makes the person an admin with the link of `issueClaimLink`. This also approves a waiting registration, because there
 * may be no other admin to do so.
 *
 * @throws {AppError} NOT_FOUND for a link that was used, has expired or never existed; ACCOUNT_RESTRICTED.
 */
export function claimSite(db: Db, person: Person, token: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await takeRolesLock(tx)
    if (person.standing !== 'waiting') await requireStillActive(tx, person.id)
    if (!(await consumeToken(tx, 'claim', token))) {
      throw new AppError(
        'NOT_FOUND',
        'This link was already used or has expired. Run npm run admin on the server to create a new one.',
      )
    }
    await giveRole(tx, { actorId: person.id, personId: person.id, role: 'admin' }, { byLink: true })
  })
}
