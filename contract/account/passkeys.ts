import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Timestamp, visibleLine } from '../fields.ts'
import { OwnUser } from './users.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX_LENGTH = 100

/** EdDSA, ES256 and RS256 as COSE numbers. Every authenticator supports at least one of them. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/** A passkey, as its owner sees it. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** The host that the passkey was created for. It cannot be used to sign in anywhere else. */
  rpId: z.string(),
  /** Whether `rpId` is this site's current host. */
  isForHere: z.boolean(),
  /** Whether its provider syncs it to several devices. */
  isBackedUp: z.boolean(),
  createdAt: Timestamp,
  usedAt: z.nullable(Timestamp),
})
export type Passkey = z.output<typeof Passkey>

const INVALID = 'This isn’t a valid passkey response'

const base64url = (maxLength: number) =>
  z.string(INVALID).check(z.minLength(1, INVALID), z.maxLength(maxLength, INVALID), z.regex(/^[\w-]+$/, INVALID))

/** A credential id has at most 1,023 bytes before encoding. */
const CredentialId = base64url(1_400)

const Name = visibleLine(PASSKEY_NAME_MAX_LENGTH, 'Please enter a name', 'for the name')

/** The browser's reply after an authenticator created a passkey, in base64url. */
export const NewPasskeyBody = z.strictObject({
  name: Name,
  credentialId: CredentialId,
  clientDataJSON: base64url(8_000),
  attestationObject: base64url(100_000),
  transports: z._default(
    z.array(z.string(INVALID).check(z.regex(/^[a-z-]{1,30}$/, INVALID))).check(z.maxLength(10, INVALID)),
    [],
  ),
})
export type NewPasskeyBody = z.output<typeof NewPasskeyBody>

/** The browser's reply after an authenticator signed a challenge, in base64url. */
export const PasskeyAnswer = z.strictObject({
  credentialId: CredentialId,
  clientDataJSON: base64url(8_000),
  authenticatorData: base64url(8_000),
  signature: base64url(8_000),
  /** The user handle that the authenticator has stored. */
  userHandle: z.optional(z.nullable(base64url(100))),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

export const PasskeyPurpose = z.enum(['add', 'sign-in', 'confirm'], 'The purpose must be add, sign-in or confirm')
export type PasskeyPurpose = z.output<typeof PasskeyPurpose>

/** The options for an authenticator, which must verify the user. New passkeys must be discoverable. */
export const PasskeyChallenge = z.object({
  /** The authenticator must sign it within five minutes. It is valid for one signature. */
  challenge: z.string(),
  rpId: z.string(),
  /** The user handle for a new passkey. Null for signing in, when the person is not known yet. */
  userHandle: z.nullable(z.string()),
  /**
   * The person's passkeys for this site. A new passkey must differ from all of them; a confirmation requires one of
   * them.
   */
  credentials: z.array(z.object({ credentialId: z.string(), transports: z.array(z.string()) })),
})
export type PasskeyChallenge = z.output<typeof PasskeyChallenge>

export const createPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/api/passkeys/challenge',
  access: 'anyone',
  summary:
    'Request a challenge for an authenticator: to add a passkey, to sign in, or to confirm who you are. CONFLICT if browsers allow no passkeys on this site: passkeys need https and a host name, or localhost.',
  body: z.strictObject({ purpose: PasskeyPurpose }),
  response: PasskeyChallenge,
  errors: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED', 'CONFLICT'],
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  access: 'account',
  summary: `Your passkeys, newest first: ${PASSKEYS_MAX} at most.`,
  response: z.object({ passkeys: z.array(Passkey) }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  access: 'confirmed',
  summary: 'Add a passkey that an authenticator has just created.',
  body: NewPasskeyBody,
  response: Passkey,
  status: 201,
  errors: ['INVALID_CREDENTIALS', 'CONFLICT', 'QUOTA_EXCEEDED'],
})

export const RenamePasskeyBody = z.strictObject({ name: Name })
export type RenamePasskeyBody = z.output<typeof RenamePasskeyBody>

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/passkeys/:id',
  access: 'account',
  summary: 'Rename one of your passkeys.',
  params: IdParams,
  body: RenamePasskeyBody,
  response: Passkey,
  errors: ['NOT_FOUND'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/:id',
  access: 'account',
  summary:
    'Remove one of your passkeys, and end your other sessions unless `others=keep`. For an hour after a password reset by link or recovery code, a sign-in with the new password counts as the confirmation; in that case the other sessions always end. If too few ways to sign in remain, sign-in by password is enabled again.',
  params: IdParams,
  query: z.strictObject({ others: z._default(z.enum(['end', 'keep'], 'others must be end or keep'), 'end') }),
  response: null,
  errors: ['CONFIRM_REQUIRED', 'NOT_FOUND'],
})

export const changePasskeysOnly = endpoint({
  method: 'PUT',
  path: '/api/account/passkeys-only',
  access: 'confirmed',
  summary:
    'Disable or enable signing in by password. Disabling requires two passkeys for this site, or one and recovery codes.',
  body: z.strictObject({ isOn: z.boolean() }),
  response: null,
  errors: ['CONFLICT'],
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  access: 'anyone',
  summary: 'Sign in with a passkey. The session id changes.',
  body: PasskeyAnswer,
  response: OwnUser,
  errors: ['INVALID_CREDENTIALS', 'CONFLICT'],
})

export const confirmWithPasskey = endpoint({
  method: 'POST',
  path: '/api/account/confirm/passkey',
  access: 'account',
  summary: 'Confirm who you are with one of your passkeys. Valid for ten minutes.',
  body: PasskeyAnswer,
  response: null,
  errors: ['INVALID_CREDENTIALS', 'CONFLICT'],
  whileLeaving: true,
})
