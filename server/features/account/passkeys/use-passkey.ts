import { sql } from 'kysely'
import type { PasskeyAnswer } from '../../../../contract/account/passkeys.ts'
import { maySignIn } from '../../../access/account-status.ts'
import { AppError } from '../../../errors/app-error.ts'
import { relyingPartyId } from '../../../identity/relying-party.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { consumeChallenge, unverified, userHandleOf } from './challenge.ts'
import { verifyAnswer, type AuthenticatorState } from './verify.ts'

/**
 * Verifies an answer and returns the passkey that signed the challenge, with its account.
 *
 * @param userId The signed-in account; null for a sign-in.
 * @param origin Origin of the page that requested the signature.
 * @throws {AppError} INVALID_CREDENTIALS with an explanation.
 */
export async function usePasskey(
  deps: Pick<Deps, 'db' | 'jobs' | 'config'>,
  { userId, origin, answer }: { userId: string | null; origin: string; answer: PasskeyAnswer },
): Promise<{ userId: string; passkeyId: string }> {
  const rpId = relyingPartyId(deps.config.publicUrl)
  const challenge = await consumeChallenge(deps.db, answer.clientDataJSON, userId)
  const key = await deps.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['passkeys.id', 'userId', 'publicKey', 'name'])
    .where('credentialId', '=', answer.credentialId)
    .where('rpId', '=', rpId)
    .where(maySignIn)
    .executeTakeFirstOrThrow(() => unknownPasskey())
  const isOfAnother = userId !== null && key.userId !== userId
  const hasOtherHandle = answer.userHandle && answer.userHandle !== userHandleOf(key.userId)
  if (isOfAnother || hasOtherHandle) throw unverified()
  const signed = await verifyAnswer(answer, key.publicKey, { challenge, origin, rpId })
  await countUse(deps, key, signed)
  return { userId: key.userId, passkeyId: key.id }
}

function unknownPasskey(): AppError {
  return new AppError(
    'INVALID_CREDENTIALS',
    'We don’t recognise this passkey. Sign in another way, or use a different passkey.',
  )
}

/**
 * Records a use of the passkey. An authenticator that counts increases its counter with every use. If the counter has
 * not increased, the passkey may have been copied. The server cannot know whether the copy was used.
 *
 * @throws {AppError} INVALID_CREDENTIALS for such a counter, after the owner has been notified.
 * @throws {AppError} INVALID_CREDENTIALS for a passkey that has since been removed.
 */
async function countUse(
  deps: Pick<Deps, 'db' | 'jobs' | 'config'>,
  { id, userId, name }: { id: string; userId: string; name: string },
  { counter, isBackedUp }: AuthenticatorState,
): Promise<void> {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    // A single statement: of two concurrent uses with the same counter, one is refused.
    const { numAffectedRows } = await sql`
      update passkeys set counter = ${counter}, is_backed_up = ${isBackedUp}, used_at = now()
      where id = ${id} and (counter = 0 or counter < ${counter})`.execute(tx)
    if (numAffectedRows === 1n) return 'used'
    // The lock prevents the deletion of the account until its owner is notified below. No row is found if the account
    // or the passkey is already gone.
    const { rows } = await sql`
      select from users join passkeys on passkeys.user_id = users.id where passkeys.id = ${id}
      for key share of users`.execute(tx)
    if (rows.length === 0) return 'gone'
    await recordAccountEvent(tx, deps, { userId, kind: 'passkey-refused', detail: name })
    return 'refused'
  })
  if (outcome === 'used') return
  if (outcome === 'gone') throw unknownPasskey()
  throw new AppError(
    'INVALID_CREDENTIALS',
    'This passkey may have been copied, so we blocked it. Sign in another way, then remove it.',
  )
}
