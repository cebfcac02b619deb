import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  NewPasskeyBody,
  Passkey,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyPurpose,
} from '../../../contract/account/passkeys.ts'
import type { Db } from '../../db/connect.ts'
import { issueToken } from '../../identity/tokens.ts'
import { cbor } from '../media/generated-credentials.ts'
import type { Caller } from '../test-app.ts'

/** An authenticator and its browser as the standard defines them, for tests of their messages. */

/** Deviations that a browser or an authenticator could show. */
interface Ways {
  origin?: string
  rpId?: string
  isVerified?: boolean
  /** The signature counter, if the key has one. */
  counter?: number
  crossOrigin?: boolean
}

export interface Authenticator {
  credentialId: string
  /** COSE-encoded. */
  publicKey: Buffer
  make(challenge: PasskeyChallenge, ways?: Ways): Omit<NewPasskeyBody, 'name'>
  answer(challenge: PasskeyChallenge, ways?: Ways): PasskeyAnswer
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HOLDS_A_KEY = 0x40

/** The origin from which `inject` claims to call. */
const ORIGIN = 'http://localhost'

/** An authenticator with one key on the curve P-256. It remembers its owner once it has created the key. */
export function newAuthenticator(): Authenticator {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let userHandle: string | null = null
  return {
    credentialId: id.toString('base64url'),
    publicKey: coseKey(publicKey),
    make(challenge, ways = {}) {
      userHandle = challenge.userHandle
      const key = Buffer.concat([Buffer.alloc(17), Buffer.from([id.length]), id, coseKey(publicKey)])
      const authData = Buffer.concat([authenticatorData(challenge.rpId, ways, HOLDS_A_KEY), key])
      return {
        credentialId: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, ways).toString('base64url'),
        attestationObject: cbor({ fmt: 'none', attStmt: {}, authData }).toString('base64url'),
        transports: ['internal'],
      }
    },
    answer(challenge, ways = {}) {
      const clientDataJSON = clientData('webauthn.get', challenge, ways)
      const data = authenticatorData(challenge.rpId, ways)
      const signed = Buffer.concat([data, sha256(clientDataJSON)])
      return {
        credentialId: id.toString('base64url'),
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      }
    },
  }
}

function clientData(
  type: string,
  { challenge }: PasskeyChallenge,
  { origin = ORIGIN, crossOrigin = false }: Ways,
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

function authenticatorData(
  askedRpId: string,
  { rpId = askedRpId, isVerified = true, counter = 0 }: Ways,
  flags = 0,
): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0))
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(Buffer.from(rpId)), rest])
}

/** Encodes kind, algorithm, curve and coordinates in CBOR. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [hexX, hexY] = [x, y].map((each) => Buffer.from(each, 'base64url').toString('hex'))
  // Each coordinate is a string of 32 bytes.
  return Buffer.from(`a5010203262001215820${hexX}225820${hexY}`, 'hex')
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

export async function requestChallenge(caller: Caller, purpose: PasskeyPurpose): Promise<PasskeyChallenge> {
  const reply = await caller.post('/api/passkeys/challenge', { purpose })
  if (reply.statusCode !== 200) throw new Error(`There is no challenge: ${reply.body}`)
  return reply.json<PasskeyChallenge>()
}

/** Adds a new passkey to the caller's account, as a browser does. */
export async function addPasskey(caller: Caller, name = 'A key') {
  const authenticator = newAuthenticator()
  const made = authenticator.make(await requestChallenge(caller, 'add'))
  const reply = await caller.post('/api/passkeys', { ...made, name })
  if (reply.statusCode !== 201) throw new Error(`Adding a passkey failed: ${reply.body}`)
  return { authenticator, passkey: reply.json<Passkey>() }
}

export async function listPasskeys(caller: Caller): Promise<Passkey[]> {
  return (await caller.get('/api/passkeys')).json<{ passkeys: Passkey[] }>().passkeys
}

/** Issues a challenge without a call. `userId` is absent for signing in. */
export async function challengeFor(db: Db, userId: string | undefined): Promise<PasskeyChallenge> {
  const challenge = await issueToken(db, 'passkey', userId === undefined ? {} : { userId })
  const userHandle = userId === undefined ? null : Buffer.from(userId).toString('base64url')
  return { challenge, rpId: 'localhost', userHandle, credentials: [] }
}

/** Replaces a person's passkeys with a new one, directly in the database. */
export async function givePasskey(db: Db, userId: string): Promise<{ id: string; authenticator: Authenticator }> {
  await db.deleteFrom('passkeys').where('userId', '=', userId).execute()
  const authenticator = newAuthenticator()
  const { credentialId, publicKey } = authenticator
  const { id } = await db
    .insertInto('passkeys')
    .values({ credentialId, publicKey, userId, counter: 0, rpId: 'localhost', name: 'A key' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, authenticator }
}
