import { sql } from 'kysely'
import { PASSKEYS_MAX, type NewPasskeyBody, type Passkey } from '../../../../contract/account/passkeys.ts'
import { AppError } from '../../../errors/app-error.ts'
import { relyingPartyId } from '../../../identity/relying-party.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { requireLiveSession } from '../../../identity/end-sessions.ts'
import { consumeChallenge } from './challenge.ts'
import { lockSignInMethods, shownColumns } from './passkeys.queries.ts'
import { verifyNewKey } from './verify.ts'

/**
 * Adds a passkey that an authenticator has just made, and notifies the account's owner.
 *
 * @param origin Origin of the page that requested it.
 * @throws {AppError} INVALID_CREDENTIALS; CONFLICT for a known passkey; QUOTA_EXCEEDED.
 */
export async function addPasskey(
  deps: Pick<Deps, 'db' | 'jobs' | 'config'>,
  { userId, sessionKey, origin, body }: { userId: string; sessionKey: string; origin: string; body: NewPasskeyBody },
): Promise<Passkey> {
  const rpId = relyingPartyId(deps.config.publicUrl)
  const challenge = await consumeChallenge(deps.db, body.clientDataJSON, userId)
  const key = await verifyNewKey(body, { challenge, origin, rpId })
  return deps.db.transaction().execute(async (tx) => {
    await lockSignInMethods(tx, userId)
    await requireLiveSession(tx, sessionKey)
    const { rows } = await sql`select from passkeys where user_id = ${userId}`.execute(tx)
    if (rows.length >= PASSKEYS_MAX) {
      throw new AppError('QUOTA_EXCEEDED', `You have ${PASSKEYS_MAX} passkeys. Remove one to add another.`)
    }
    const { name, transports } = body
    const added = await tx
      .insertInto('passkeys')
      .values({ ...key, userId, rpId, name, transports })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning(shownColumns(rpId))
      .executeTakeFirstOrThrow(() => new AppError('CONFLICT', 'This passkey has already been added.'))
    await recordAccountEvent(tx, deps, { userId, kind: 'passkey-added', detail: name })
    return added
  })
}
