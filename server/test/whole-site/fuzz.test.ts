import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDifferences } from '../../features/site/doctor/find-differences.ts'
import { hideVideo } from '../../features/videos/publishing/hide-video.ts'
import { faultsOf, operationNames, operations, send, type OperationName } from '../clients/contract-calls.ts'
import { startAccused, type Accused } from '../fuzz/accused.ts'
import { type AccountHolders, openAccounts } from '../fuzz/account.ts'
import { insertClips } from '../fuzz/clips.ts'
import { handOutAuthenticators, type Authenticators } from '../fuzz/passkeys.ts'
import { hireStaff, type Staff, staffOperations } from '../fuzz/staff.ts'
import { generatedRequest, type Body, type GeneratedRequest, type Pool } from '../fuzz/generated-requests.ts'
import { address, isHostile, keep, learn, learnBegunUpload, pool, tusHeaders } from '../fuzz/what-exists.ts'
import { sampleClip } from '../media/sample-clips.ts'
import { publish, startTestApp, upload, type Caller, type TestApp, type Person } from '../test-app.ts'
import { sizeOf } from '../run-size.ts'

const REQUESTS_AT_ONCE = 50
/** Number of batches in which even the rarest operation gets many valid requests. */
const ENOUGH_FOR_EACH = 200

/** Operations that end the caller's session or start another. Only people whom no other test step needs call them. */
const sessionChanging: OperationName[] = ['register', 'login', 'loginWithPasskey', 'logout', 'recover']
/** Operations that give the caller a new session instead of the old one. */
const sessionRenewing: OperationName[] = ['claimSite']
/** Operations whose target only its owner may see or change. The owner sends half of these requests. */
const ofOwners: OperationName[] = [
  'updateVideo',
  'retryVideo',
  'deleteVideo',
  'deleteComment',
  'listWaitingBelow',
  'listLikedVideos',
]
/**
 * An operation that ends the caller's account. Only people whom no other test step needs call it, each of them once.
 */
const accountEnding: OperationName = 'requestDeletion'
/** Number of batches after which the changes by staff are undone. */
const PUT_RIGHT_EVERY = 8

let t: TestApp
/** A visitor, several people, one who has signed out, and one who awaits approval. */
let callers: Caller[]
let passers: Caller[]
let leavers: Person[]
let staff: Staff
let holders: AccountHolders
let accused: Accused
let authenticators: Authenticators
let ownerIds: string[]
let passerEmail: string
/** The index in `ownerIds` of the owner of a clip, a comment or an account. */
const owners = new Map<string, number>()
/** Unused uploads by the index of their owner in `callers`. */
const unusedClips = new Map<number, string[]>()
const unusedPictures = new Map<number, string[]>()
/** Changed passwords by the index of their owner in `callers`. */
const passwords = new Map<number, string>()
const successes = new Map<OperationName, number>()

/** Defines the test. `seed` determines the requests. */
function testWithGeneratedRequests({ batches, seed }: { batches: number; seed: number }): void {
  beforeAll(start)
  afterAll(() => t.stop())

  test(`${batches * REQUESTS_AT_ONCE} generated requests cause no server error and no undeclared reply`, async () => {
    console.log(`FUZZ_SEED=${seed}`)
    let sent = 0
    const requests = fc.array(generatedRequest, { minLength: REQUESTS_AT_ONCE, maxLength: REQUESTS_AT_ONCE })
    await fc.assert(
      fc.asyncProperty(requests, async (batch) => {
        await Promise.all(batch.map(sendAndCheck))
        if (++sent % PUT_RIGHT_EVERY === 0) {
          await putRight()
          await authenticators.refill()
        }
        if (pool.videos.length < 20) await stock()
      }),
      // Shrinking does not work: the first run has changed the database, so a smaller batch would meet other data.
      { seed, numRuns: batches, endOnFailure: true },
    )
    // Each operation must succeed at least once, because refusals prove little.
    const expected = batches >= ENOUGH_FOR_EACH ? operationNames : []
    expect(expected.filter((name) => !successes.has(name))).toEqual([])
    expect(await findDifferences(t.deps)).toEqual([])
  })
}

async function start(): Promise<void> {
  t = await startTestApp()
  const people = await Promise.all(Array.from({ length: 4 }, () => t.signUp()))
  const passer = await t.signUp()
  const gone = await t.signUp()
  await gone.caller.post('/api/logout')
  callers = [t.visitor, ...people.map(({ caller }) => caller), gone.caller]
  passers = [t.visitor, passer.caller, gone.caller]
  passerEmail = passer.user.email
  leavers = await Promise.all(Array.from({ length: 4 }, () => t.signUp()))
  ownerIds = people.map(({ user }) => user.id)
  for (const [i, id] of ownerIds.entries()) owners.set(id, i)
  staff = await hireStaff(t, ownerIds)
  callers.push(staff.waiting)
  holders = await openAccounts(t)
  pool.devices.push(...holders.deviceIds)
  authenticators = await handOutAuthenticators(t, new Map(ownerIds.map((id, i) => [i + 1, id])), passer.user.id)
  accused = await startAccused(t)
  pool.people.push(staff.waitingId, ...ownerIds)
  pool.staff.push(...staff.ids)
  pool.deletable.push(...staff.deletableIds)
  for (const { user } of people) {
    pool.users.push(user.id)
    pool.usernames.push(user.username ?? '')
  }
  const clip = await readFile(sampleClip('plain-h264.mp4'))
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  for (const [i, { caller }] of people.entries()) {
    const { id } = await publish(caller)
    keep('videos', id)
    owners.set(id, i)
    unusedClips.set(i + 1, await Promise.all([1, 2, 3].map(() => upload(caller, Buffer.concat([clip, uniqueBox()])))))
    unusedPictures.set(i + 1, await Promise.all([picture, picture].map((bytes) => upload(caller, bytes))))
  }
  await stock()
  await putRight()
}

/** An MP4 box that players ignore. A file with it can be published even if a similar one was permanently removed. */
function uniqueBox(): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 44]), Buffer.from(`free${randomUUID()}`)])
}

async function putRight(): Promise<void> {
  await staff.putRight()
  for (const [name, id] of Object.entries(await accused.refill())) keep(name as Pool, id)
}

async function sendAndCheck(request: GeneratedRequest): Promise<void> {
  const { operation } = request
  const endpoint = operations[operation]
  const url = address(request)
  const among = callersOf(operation)
  const owner = ofOwners.includes(operation) && request.caller % 2 ? owners.get(url.split('/')[3] ?? '') : undefined
  const callerPlace = owner ?? request.caller % among.length
  const payload = payloadOf(operation, request.body, callerPlace)
  const asked = `${endpoint.method} ${url} ${JSON.stringify(payload).slice(0, 1_000)} as ${callerPlace}`
  const reply = await send(among[callerPlace]!, endpoint, {
    url,
    ...payload,
    headers: { ...request.headers, ...payload.headers },
  }).catch((error: unknown) => {
    // Repeated requests for the same part of an export end the oldest of them.
    if (operation === 'getExportPart' && (error as { code?: string }).code === 'LIGHT_ECONNRESET') return undefined
    throw new Error(`${asked} was not answered`, { cause: error })
  })
  if (!reply) return
  // A hostile address may lead to another endpoint or to none.
  const declared = isHostile(request)
    ? { ...endpoint, errors: [...(endpoint.errors ?? []), 'NOT_FOUND' as const] }
    : endpoint
  const faults = faultsOf(declared, reply)
  if (faults.length > 0) throw new Error(`${faults.join(', ')}: ${asked} answered ${reply.statusCode} ${reply.body}`)
  if (reply.statusCode < 300) {
    successes.set(operation, (successes.get(operation) ?? 0) + 1)
    if (operation === 'beginUpload') learnBegunUpload(url)
    if (operation === 'changePassword')
      passwords.set(callerPlace, (JSON.parse(payload.payload!) as { new: string }).new)
    const author = callerPlace - 1
    if (/create(Comment|Video)/.test(operation) && ownerIds[author]) owners.set(reply.json<{ id: string }>().id, author)
    if (/json\b/.test(String(reply.headers['content-type']))) learn(reply.json())
  }
}

/** Returns the callers of an operation. Members also call operations for staff. */
function callersOf(operation: OperationName): Caller[] {
  if (sessionChanging.includes(operation)) return passers
  if (sessionRenewing.includes(operation)) return staff.spare
  const own = holders.callers[operation] ?? accused.callers[operation]
  if (own) return own
  if (ofOwners.includes(operation)) return callers.slice(1, 1 + ownerIds.length)
  if (operation === accountEnding) return leavers.map(({ caller }) => caller)
  return staffOperations.includes(operation) ? [...staff.callers, ...staff.callers, ...callers.slice(0, 2)] : callers
}

interface Payload {
  payload?: string
  headers?: Record<string, string>
}

function payloadOf(operation: OperationName, body: Body, caller: number): Payload {
  const endpoint = operations[operation]
  if (operation === 'putUpload') return { payload: 'bytes', headers: { 'content-type': 'video/mp4' } }
  if (tusHeaders[operation]) {
    const headers = { 'tus-resumable': '1.0.0', 'x-http-method-override': endpoint.method, ...tusHeaders[operation] }
    return { headers, ...(endpoint.body ? { payload: 'bytes' } : {}) }
  }
  if (endpoint.method === 'GET') return {}
  if (body.kind === 'raw') return { payload: body.text, headers: { 'content-type': body.type } }
  if (!endpoint.body) return {}
  const value = body.kind === 'sound' ? soundBody(operation, caller) : body.fields
  return { payload: JSON.stringify(value), headers: { 'content-type': 'application/json' } }
}

/** Valid bodies, by the index of the caller. */
const soundBodies: Partial<Record<OperationName, (caller: number) => object>> = {
  register: () => ({ email: `${randomUUID()}@example.org`, password: 'secret1' }),
  login: () => ({ email: passerEmail, password: 'secret1' }),
  requestDeletion: (caller) => ({ name: leavers[caller]!.user.username }),
  createVideo: (caller) => ({ title: 'A clip', toolUsed: 'other', videoUrl: takeFrom(unusedClips, caller) }),
  setAvatar: (caller) => ({ avatarImageURL: takeFrom(unusedPictures, caller) }),
  updateUser: () => ({ bio: 'Changed', username: `name${randomUUID().slice(0, 8)}` }),
  updateVideo: () => ({ title: 'Changed', tags: 'a, b', caption: null }),
  createComment: (caller) => ({ text: caller % 2 ? 'Lovely' : `More of it at example${caller}.com` }),
  reportVideo: () => ({ reason: 'other', otherText: 'Look' }),
  markFollowingSeen: () => ({ videoId: pool.videos.at(-1) }),
  countView: () => ({ visitId: randomUUID() }),
  changePassword: (caller) => ({ current: passwords.get(caller) ?? 'secret1', new: randomUUID() }),
  markAccountEventsSeen: () => ({ ids: [randomUUID()] }),
  createPasskeyChallenge: () => ({ purpose: 'confirm' }),
  renamePasskey: () => ({ name: 'Changed' }),
  changePasskeysOnly: () => ({ isOn: false }),
}

function soundBody(operation: OperationName, caller: number): object {
  return (
    soundBodies[operation]?.(caller) ??
    authenticators.body(operation, caller) ??
    staff.bodies(pool.videos.at(-1)!)[operation] ??
    {}
  )
}

function takeFrom(uploads: Map<number, string[]>, caller: number): string {
  return uploads.get(caller)?.shift() ?? 'none'
}

/** Creates more videos with files. One of them is hidden, and one has comments. */
async function stock(): Promise<void> {
  for (const [i, ownerId] of ownerIds.entries()) {
    for (const { id, originalId } of await insertClips(t, ownerId, 5)) {
      keep('videos', id)
      owners.set(id, i)
      keep('objects', originalId)
    }
  }
  await hideVideo(t.deps, pool.videos[0]!, 'file')
  await Promise.all(
    callers.map((caller) => caller.post(`/api/videos/${pool.videos.at(-1)}/comments`, { text: 'First' })),
  )
}

// A fixed seed makes the requests the same in each run. A change of the code then fails only through its own faults.
// FUZZ_SEED=… generates other requests.
testWithGeneratedRequests(
  sizeOf({ quick: { batches: 10, seed: 7 }, deep: { batches: 250, seed: Number(process.env.FUZZ_SEED) || 1 } }),
)
