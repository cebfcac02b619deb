import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Timestamp, visibleText } from '../fields.ts'
import { OwnUser } from '../social/profiles.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX_LENGTH = 100

/** EdDSA, ES256 and RS256 by their numbers in COSE: every authenticator knows one of them. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/** As one of somebody's passkeys is shown to them. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** The host that it was made for. It signs in there only. */
  rpId: z.string(),
  /** Whether that is this site, under the address that it has now. */
  isForHere: z.boolean(),
  /** Whether its maker keeps it on several devices. */
  isBackedUp: z.boolean(),
  createdAt: Timestamp,
  usedAt: z.nullable(Timestamp),
})
export type Passkey = z.output<typeof Passkey>

const ACCEPTED = 'This is not what a passkey answers'

const base64url = (maxLength: number) =>
  z.string(ACCEPTED).check(z.minLength(1, ACCEPTED), z.maxLength(maxLength, ACCEPTED), z.regex(/^[\w-]+$/, ACCEPTED))

/** As authenticators name their keys: at most 1,023 bytes. */
const CredentialId = base64url(1_400)

const Name = visibleText(PASSKEY_NAME_MAX_LENGTH, {
  tooLong: `Please use at most ${PASSKEY_NAME_MAX_LENGTH} characters for the name`,
  missing: 'Please give it a name',
})

/** What the browser has from an authenticator that made a passkey, in base64url. */
export const NewPasskeyBody = z.strictObject({
  name: Name,
  credentialId: CredentialId,
  clientDataJSON: base64url(8_000),
  attestationObject: base64url(100_000),
  transports: z._default(
    z.array(z.string(ACCEPTED).check(z.regex(/^[a-z-]{1,30}$/, ACCEPTED))).check(z.maxLength(10, ACCEPTED)),
    [],
  ),
})
export type NewPasskeyBody = z.output<typeof NewPasskeyBody>

/** What the browser has from an authenticator that signed a challenge, in base64url. */
export const PasskeyAnswer = z.strictObject({
  credentialId: CredentialId,
  clientDataJSON: base64url(8_000),
  authenticatorData: base64url(8_000),
  signature: base64url(8_000),
  /** Whose it is, as the authenticator remembers. */
  userHandle: z.optional(z.nullable(base64url(100))),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

export const PasskeyPurpose = z.enum(['add', 'sign-in', 'confirm'], 'Please say what for: add, sign-in or confirm')
export type PasskeyPurpose = z.output<typeof PasskeyPurpose>

/** What an authenticator needs to know. The user must be verified, and keys that it makes must be discoverable. */
export const PasskeyChallenge = z.object({
  /** To be signed, once, within five minutes. */
  challenge: z.string(),
  rpId: z.string(),
  /** What a new passkey is to call its person. Null for signing in, before which nobody is known. */
  userHandle: z.nullable(z.string()),
  /** Those that the person has for this site: none of them is made again, and one of them confirms. */
  credentials: z.array(z.object({ credentialId: z.string(), transports: z.array(z.string()) })),
})
export type PasskeyChallenge = z.output<typeof PasskeyChallenge>

export const drawPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/api/passkeys/challenge',
  summary:
    'Ask for what an authenticator is to sign: to add a passkey, to sign in, or to confirm who you are. CONFLICT where browsers allow no passkeys: neither https nor localhost.',
  body: z.strictObject({ purpose: PasskeyPurpose }),
  response: PasskeyChallenge,
  errors: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED', 'CONFLICT'],
  whileLeaving: true,
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  summary: `Your passkeys, the latest first: ${PASSKEYS_MAX} at most.`,
  response: z.object({ passkeys: z.array(Passkey) }),
  errors: ['LOGIN_REQUIRED'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  summary: 'Add a passkey that an authenticator has just made.',
  body: NewPasskeyBody,
  response: Passkey,
  status: 201,
  errors: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED', 'INVALID_CREDENTIALS', 'CONFLICT', 'QUOTA_EXCEEDED'],
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/passkeys/:id',
  summary: 'Rename one of your passkeys.',
  params: IdParams,
  body: z.strictObject({ name: Name }),
  response: Passkey,
  errors: ['LOGIN_REQUIRED', 'NOT_FOUND'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/:id',
  summary:
    'Remove one of your passkeys, and end your other sessions unless `others=keep`. For an hour after a reset by a link, signing in by the new password is enough of a confirmation; then the other sessions always end. Where too few ways to sign in are left without it, the password signs in again.',
  params: IdParams,
  query: z.strictObject({ others: z._default(z.enum(['end', 'keep'], 'others must be end or keep'), 'end') }),
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED', 'NOT_FOUND'],
})

export const changePasskeysOnly = endpoint({
  method: 'PUT',
  path: '/api/account/passkeys-only',
  summary:
    'Have your password sign in no more, or again. That takes two passkeys for this site, or one and recovery codes.',
  body: z.strictObject({ isOn: z.boolean() }),
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED', 'CONFLICT'],
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  summary: 'Sign in by a passkey. The session id changes.',
  body: PasskeyAnswer,
  response: OwnUser,
  errors: ['INVALID_CREDENTIALS', 'CONFLICT'],
})

export const confirmWithPasskey = endpoint({
  method: 'POST',
  path: '/api/account/confirm/passkey',
  summary: 'Prove once more who is calling, for ten minutes, by one of your passkeys.',
  body: PasskeyAnswer,
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED', 'INVALID_CREDENTIALS', 'CONFLICT'],
  whileLeaving: true,
})
