import { PASSKEY_ALGORITHMS, type NewPasskeyBody, type PasskeyAnswer } from '../../../../contract/account/passkeys.ts'
import { unverified } from './challenge.ts'

/** Values that must have been signed. */
interface Expected {
  challenge: string
  origin: string
  rpId: string
}

/** Signature counter of the authenticator (0 if it does not count), and whether the key is backed up. */
export interface AuthenticatorState {
  counter: number
  isBackedUp: boolean
}

/**
 * Loads the verification library on first use. It takes 26 MB and half a second, and most of the time no passkey is
 * used.
 */
const load = () => import('@simplewebauthn/server')
const loadParts = () => import('@simplewebauthn/server/helpers')

/**
 * Verifies the key that an authenticator has made after it verified its user.
 *
 * @throws {AppError} INVALID_CREDENTIALS.
 */
export async function verifyNewKey(body: NewPasskeyBody, expected: Expected) {
  const { verifyRegistrationResponse } = await load()
  const { credentialId, clientDataJSON } = body
  const attestationObject = await withoutAttestation(body.attestationObject)
  const { verified, registrationInfo } = await orUnverified(
    verifyRegistrationResponse({
      ...expectations(expected),
      response: { ...credentialOf(credentialId), response: { clientDataJSON, attestationObject } },
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    }),
  )
  if (!verified || registrationInfo.credential.id !== credentialId) throw unverified()
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId,
    /** The key is in COSE form. */
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isBackedUp: credentialBackedUp,
  }
}

/**
 * Verifies the signature of an authenticator that has verified its user. The caller compares the counter afterwards,
 * because only a counter with a valid signature can reveal a copy.
 *
 * @throws {AppError} INVALID_CREDENTIALS.
 */
export async function verifyAnswer(
  { credentialId, clientDataJSON, authenticatorData, signature }: PasskeyAnswer,
  publicKey: Buffer,
  expected: Expected,
): Promise<AuthenticatorState> {
  const { verifyAuthenticationResponse } = await load()
  const { verified, authenticationInfo } = await orUnverified(
    verifyAuthenticationResponse({
      ...expectations(expected),
      response: { ...credentialOf(credentialId), response: { clientDataJSON, authenticatorData, signature } },
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    }),
  )
  if (!verified) throw unverified()
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
}

const expectations = ({ challenge, origin, rpId }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
})

const credentialOf = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

/**
 * Removes the attestation, so that the authenticator's maker is not checked. For this check, the library would ask
 * other machines whether the attestation's certificates have been revoked.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await loadParts()
  try {
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
    const bare = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ])
    return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
  } catch (error) {
    throw unverified(error)
  }
}

/** Turns every error of the library, which throws on invalid input, into INVALID_CREDENTIALS. */
function orUnverified<T>(verification: Promise<T>): Promise<T> {
  return verification.catch((error: unknown) => {
    throw unverified(error)
  })
}
