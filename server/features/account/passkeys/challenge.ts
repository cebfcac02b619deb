import * as z from 'zod/mini'
import type { PasskeyChallenge, PasskeyPurpose } from '../../../../contract/account/passkeys.ts'
import type { Viewer } from '../../../access/can.ts'
import type { Db } from '../../../db/connect.ts'
import { requireConfirmed, requireViewer } from '../../../access/account-status.ts'
import { AppError } from '../../../errors/app-error.ts'
import { relyingPartyId } from '../../../identity/relying-party.ts'
import { issueToken, consumeToken } from '../../../identity/tokens.ts'
import type { Deps } from '../../../setup/deps.ts'
import { listCredentials } from './passkeys.queries.ts'

/**
 * Issues a challenge.
 *
 * @throws {AppError} LOGIN_REQUIRED, except for signing in; CONFIRM_REQUIRED for adding a passkey.
 */
export async function issueChallenge(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  viewer: Viewer,
  purpose: PasskeyPurpose,
): Promise<PasskeyChallenge> {
  const rpId = relyingPartyId(config.publicUrl)
  if (purpose === 'sign-in') {
    return { challenge: await issueToken(db, 'passkey'), rpId, userHandle: null, credentials: [] }
  }
  const person = requireViewer(viewer)
  if (purpose === 'add') requireConfirmed(person)
  return {
    challenge: await issueToken(db, 'passkey', { userId: person.id }),
    rpId,
    userHandle: userHandleOf(person.id),
    credentials: await listCredentials(db, person.id, rpId),
  }
}

/** Returns the user handle under which authenticators store an account. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

/** The parts of the client data that matter here. The library checks the rest. */
const ClientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.literal(false)) })

/**
 * Consumes the signed challenge, which is valid once, whatever the outcome. A challenge of another account is not
 * consumed.
 *
 * @param userId Account for which the challenge must have been issued; null for a visitor.
 * @returns The challenge.
 * @throws {AppError} INVALID_CREDENTIALS.
 */
export function consumeChallenge(db: Db, clientDataJSON: string, userId: string | null): Promise<string> {
  const clientData = ClientData.safeParse(parseBase64url(clientDataJSON))
  if (!clientData.success) throw unverified()
  const { challenge } = clientData.data
  return db.transaction().execute(async (tx) => {
    const taken = await consumeToken(tx, 'passkey', challenge)
    if (taken?.userId !== userId) throw new AppError('INVALID_CREDENTIALS', 'That took too long. Please try again.')
    return challenge
  })
}

export function unverified(cause?: unknown): AppError {
  return new AppError('INVALID_CREDENTIALS', 'This passkey could not be verified. Please try again.', { cause })
}

function parseBase64url(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
