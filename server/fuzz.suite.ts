/** For tests: every endpoint is sent what it takes and what it must refuse, by people of every kind at once. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sitePageNames } from '../contract/site-pages.ts'
import { findDifferences } from './features/doctor/find-differences.ts'
import { hideVideo } from './features/videos/hide-video.ts'
import { faultsOf, operationNames, operations, send, type OperationName } from './test/contract-calls.ts'
import { hireStaff, type Staff, staffOperations } from './test/fuzz-staff.ts'
import { generatedRequest, type Body, type GeneratedRequest, type Pool, type Value } from './test/generated-requests.ts'
import { sampleClip } from './test/media/sample-clips.ts'
import { insertVideos, publish, startTestApp, upload, type Caller, type TestApp } from './test/test-app.ts'

const REQUESTS_AT_ONCE = 50
/** Batches among which even the rarest operation is asked for, soundly, many times. */
const ENOUGH_FOR_EACH = 200

/** These end the caller's session or start another: only people whom nothing else needs make them. */
const sessionChanging: OperationName[] = ['register', 'login', 'logout']
/** These give the caller a new session for the one they had. */
const sessionRenewing: OperationName[] = ['confirmPassword', 'claimSite']
/** Batches after which what staff did is put right. */
const PUT_RIGHT_EVERY = 8

let t: TestApp
/** A visitor, people, and one who has signed out. */
let callers: Caller[]
let passers: Caller[]
let staff: Staff
let ownerIds: string[]
let passerEmail: string
const pool: Record<Pool, string[]> = {
  videos: [],
  users: [],
  usernames: [],
  comments: [],
  notifications: [],
  objects: [],
  reports: [],
  cases: [],
  decisions: [],
  notices: [],
  people: [],
  pages: [...sitePageNames],
  cursors: [],
}
/** Uploads by the place of their owner among the callers. */
const unusedClips = new Map<number, string[]>()
const unusedPictures = new Map<number, string[]>()
const signedAddresses: string[] = []
/** Of uploads that may be continued: those that have not begun, and those that have. */
const resumable: { fresh: string[]; begun: string[] } = { fresh: [], begun: [] }
const successes = new Map<OperationName, number>()

/** Defines the test. `seed` says which requests. */
export function testWithGeneratedRequests({ batches, seed }: { batches: number; seed: number }): void {
  beforeAll(start)
  afterAll(() => t.stop())

  test(`${batches * REQUESTS_AT_ONCE} generated requests: no fault of ours, and no reply outside its declared shape`, async () => {
    console.log(`FUZZ_SEED=${seed}`)
    let sent = 0
    const requests = fc.array(generatedRequest, { minLength: REQUESTS_AT_ONCE, maxLength: REQUESTS_AT_ONCE })
    await fc.assert(
      fc.asyncProperty(requests, async (batch) => {
        await Promise.all(batch.map(sendAndCheck))
        if (++sent % PUT_RIGHT_EVERY === 0) await staff.putRight()
        if (pool.videos.length < 20) await stock()
      }),
      // A smaller batch would not find the same data.
      { seed, numRuns: batches, endOnFailure: true },
    )
    // A request that is always refused proves little.
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
  ownerIds = people.map(({ user }) => user.id)
  staff = await hireStaff(t, ownerIds)
  callers.push(staff.waiting)
  pool.people.push(staff.waitingId, ...ownerIds)
  for (const { user } of people) {
    pool.users.push(user.id)
    pool.usernames.push(user.username ?? '')
  }
  const clip = await readFile(sampleClip('plain-h264.mp4'))
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  for (const [i, { caller }] of people.entries()) {
    keep('videos', (await publish(caller)).id)
    unusedClips.set(i + 1, await Promise.all([clip, clip].map((bytes) => upload(caller, bytes))))
    unusedPictures.set(i + 1, await Promise.all([picture, picture].map((bytes) => upload(caller, bytes))))
  }
  await stock()
}

async function sendAndCheck(request: GeneratedRequest): Promise<void> {
  const { operation } = request
  const endpoint = operations[operation]
  const url = address(request)
  const among = callersOf(operation)
  const callerPlace = request.caller % among.length
  const payload = payloadOf(operation, request.body, callerPlace)
  const told = `${endpoint.method} ${url} ${JSON.stringify(payload).slice(0, 1_000)} as ${callerPlace}`
  const reply = await send(among[callerPlace]!, endpoint, {
    url,
    ...payload,
    headers: { ...request.headers, ...payload.headers },
  })
  // An address that is no more the endpoint's is answered by whatever it leads to.
  const declared = isHostile(request)
    ? { ...endpoint, errors: [...(endpoint.errors ?? []), 'NOT_FOUND' as const] }
    : endpoint
  const faults = faultsOf(declared, reply)
  if (faults.length > 0) throw new Error(`${faults.join(', ')}: ${told} answered ${reply.statusCode} ${reply.body}`)
  if (reply.statusCode < 300) {
    successes.set(operation, (successes.get(operation) ?? 0) + 1)
    if (operation === 'beginUpload') resumable.begun.push(url)
    if (/json\b/.test(String(reply.headers['content-type']))) learn(reply.json())
  }
}

/** Members ask for what is for staff, too. */
function callersOf(operation: OperationName): Caller[] {
  if (sessionChanging.includes(operation)) return passers
  if (sessionRenewing.includes(operation)) return staff.spare
  return staffOperations.includes(operation) ? [...staff.callers, ...staff.callers, ...callers.slice(0, 2)] : callers
}

/** Ids and cursors that replies show are asked for later. */
function learn(reply: unknown): void {
  if (typeof reply !== 'object' || reply === null) return
  const { id, nextCursor, uploadURL, resumableURL, text, title, username, actorId, ...others } = reply as Record<
    string,
    string | undefined
  >
  if (nextCursor) keep('cursors', nextCursor)
  // Each ticket is used one way or the other.
  if (uploadURL && resumableURL) {
    if (signedAddresses.length > resumable.fresh.length) resumable.fresh.push(resumableURL)
    else signedAddresses.push(uploadURL)
  }
  if (id && text !== undefined) keep('comments', id)
  else if (id && title !== undefined) keep('videos', id)
  else if (id && actorId !== undefined) keep('notifications', id)
  else if (id && others.measure !== undefined) keep('decisions', id)
  else if (id && others.openedAt !== undefined) keep('cases', id)
  if (others.reportId) keep('reports', others.reportId)
  if (others.noticeId) keep('notices', others.noticeId)
  if (username) keep('usernames', username)
  for (const inner of Object.values(reply)) learn(inner)
}

function keep(name: Pool, value: string): void {
  const known = pool[name]
  if (!known.includes(value)) known.push(value)
  if (known.length > 40) known.splice(0, 20)
}

function address({ operation, params, query }: GeneratedRequest): string {
  const { path } = operations[operation]
  const signed = signedAddress(operation)
  if (signed) return signed.replace('http://reverie.test', '')
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encode(resolve(params[name]!)))
  const search = query.map(([name, value]) => `${encode(name)}=${encode(resolve(value))}`).join('&')
  return search ? `${filled}?${search}` : filled
}

function signedAddress(operation: OperationName): string | undefined {
  if (operation === 'putUpload') return signedAddresses.pop()
  if (operation === 'beginUpload') return resumable.fresh.pop()
  return tusHeaders[operation] && resumable.begun.pop()
}

function resolve(value: Value): string {
  if ('text' in value) return value.text
  const known = pool[value.known]
  return known.length > 0 ? known[value.index % known.length]! : randomUUID()
}

/** What is already encoded, if wrongly, goes out as it is. */
function encode(value: string): string {
  return /^%\w\w/.test(value) ? value : encodeURIComponent(value.toWellFormed())
}

function isHostile({ params }: GeneratedRequest): boolean {
  return Object.values(params).some((value) => 'text' in value)
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

/** Of the operations that speak the tus protocol. */
const tusHeaders: Partial<Record<OperationName, Record<string, string>>> = {
  beginUpload: { 'upload-length': '5' },
  findUploadOffset: {},
  continueUpload: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  cancelUpload: {},
}

/** Bodies that are taken, by the place of the caller. */
const soundBodies: Partial<Record<OperationName, (caller: number) => object>> = {
  register: () => ({ email: `${randomUUID()}@example.org`, password: 'secret1' }),
  login: () => ({ email: passerEmail, password: 'secret1' }),
  createVideo: (caller) => ({ title: 'A clip', toolUsed: 'other', videoUrl: takeFrom(unusedClips, caller) }),
  setAvatar: (caller) => ({ avatarImageURL: takeFrom(unusedPictures, caller) }),
  updateUser: () => ({ bio: 'Changed', username: `name${randomUUID().slice(0, 8)}` }),
  updateVideo: () => ({ title: 'Changed', tags: 'a, b', caption: null }),
  createComment: (caller) => ({ text: caller % 2 ? 'Lovely' : `More of it at example${caller}.com` }),
  reportVideo: () => ({ reason: 'other', otherText: 'Look' }),
  countView: () => ({ visitId: randomUUID() }),
}

function soundBody(operation: OperationName, caller: number): object {
  return soundBodies[operation]?.(caller) ?? staff.bodies(pool.videos.at(-1)!)[operation] ?? {}
}

function takeFrom(uploads: Map<number, string[]>, caller: number): string {
  return uploads.get(caller)?.shift() ?? 'none'
}

/** More videos with files, one of them hidden, and what there is to like and to read about them. */
async function stock(): Promise<void> {
  for (const ownerId of ownerIds) {
    for (const id of await insertVideos(t, ownerId, 5)) {
      keep('videos', id)
      const { originalId } = await t.db
        .selectFrom('videos')
        .select('originalId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      keep('objects', originalId)
      const { sizeBytes } = await t.deps.storage.writeFile(originalId, sampleClip('plain-h264.mp4'))
      await t.db.updateTable('objects').set({ sizeBytes }).where('id', '=', originalId).execute()
    }
  }
  await hideVideo(t.deps, pool.videos[0]!, 'file')
  await Promise.all(
    callers.map((caller) => caller.post(`/api/videos/${pool.videos.at(-1)}/comments`, { text: 'First' })),
  )
}
