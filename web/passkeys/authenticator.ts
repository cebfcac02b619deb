import {
  createPasskeyChallenge,
  PASSKEY_ALGORITHMS,
  type NewPasskeyBody,
  type PasskeyAnswer,
  type PasskeyChallenge,
  type PasskeyPurpose,
} from '../../contract/account/passkeys.ts'
import type { OwnUser } from '../../contract/account/users.ts'
import { call } from '../net/api.ts'
import { lazyCode } from '../net/lazy-code.ts'
import { site } from '../page/site.ts'

const library = lazyCode(() => import('@simplewebauthn/browser'))

/** The lifetime of a challenge on the server. */
const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000

/** Preloads the WebAuthn library, so that the first press responds faster. */
export function preparePasskeys(): void {
  library.fetch().catch(() => undefined)
}

/** Requests a challenge from the server. */
export function issueChallenge(purpose: PasskeyPurpose): Promise<PasskeyChallenge> {
  return call(createPasskeyChallenge, { body: { purpose } })
}

/** Creates a passkey. The browser asks the user for the authenticator. */
export async function createPasskey(user: OwnUser): Promise<Omit<NewPasskeyBody, 'name'>> {
  const { challenge, rpId, userHandle, credentials } = await issueChallenge('add')
  const { startRegistration } = await library.fetch()
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: site.siteName },
      user: { id: userHandle ?? '', name: user.email, displayName: user.displayName || user.email },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: credentials.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      timeout: CHALLENGE_LIFETIME_MS,
    },
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { credentialId: id, clientDataJSON, attestationObject, transports }
}

/**
 * Signs a challenge with a passkey.
 *
 * @param isInField Whether the browser offers passkeys as autofill. The promise then waits until the user chooses one.
 */
export async function answerChallenge(
  { challenge, rpId, credentials }: PasskeyChallenge,
  { isInField = false }: { isInField?: boolean } = {},
): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library.fetch()
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId,
      allowCredentials: credentials.map(toDescriptor),
      userVerification: 'required',
      timeout: CHALLENGE_LIFETIME_MS,
    },
    useBrowserAutofill: isInField,
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null }
}

/** Cancels a running request to the authenticator. */
export function cancelPasskeyRequest(): void {
  library.loaded?.WebAuthnAbortService.cancelCeremony()
}

function toDescriptor({ credentialId, transports }: PasskeyChallenge['credentials'][number]) {
  return { id: credentialId, type: 'public-key' as const, transports: transports as AuthenticatorTransport[] }
}
