import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Device } from '../../../contract/account/devices.ts'
import type { ExportPlan } from '../../../contract/account/export.ts'
import type { ErrorReply } from '../../../contract/errors.ts'
import type { OwnUser } from '../../../contract/account/users.ts'
import type { LikedVideoPage } from '../../../contract/social/likes.ts'
import type { Video } from '../../../contract/videos/videos.ts'
import { createInvitation } from '../../features/account/invitations/invitations.queries.ts'
import { makeRecoveryCodes } from '../../features/account/recovery/recovery-codes.ts'
import { makeResetLink } from '../../features/account/recovery/reset-link.ts'
import { makePoster, makePreview } from '../../features/videos/renditions/render.jobs.ts'
import { issueClaimLink } from '../../features/site/roles/claim-site.ts'
import { indexVideos } from '../../features/discovery/search/indexing/index-videos.ts'
import { hideVideo } from '../../features/videos/publishing/hide-video.ts'
import { challengeFor as issueChallengeFor, givePasskey, newAuthenticator } from '../clients/authenticator.ts'
import { issueToken } from '../../identity/tokens.ts'
import { addressOf, faultsOf, operationNames, operations, send, type OperationName } from '../clients/contract-calls.ts'
import { sampleClip } from '../media/sample-clips.ts'
import { unlimited } from '../../http/guards/rate-limits.ts'
import { stopClock } from '../stop-clock.ts'
import { accountLimits, publicCalls, queriesMax } from './public-limits.table.ts'
import { faultsOfHiding, namesIn, secretsIn } from './permissions.leaks.ts'
import { type Asker, askers, rows } from './permissions.table.ts'
import { callerOf, insertVideos, publish, startTestApp, upload, type Caller, type TestApp } from '../test-app.ts'
import { sizeOf } from '../run-size.ts'

interface Person {
  user: OwnUser
  caller: Caller
}

/** The people and subjects of the calls. The video, the comment and the notification belong to the owner. */
interface Scene {
  owner: Person
  stranger: Person
  moderator: Person
  admin: Person
  /** The owner, signed out. */
  ended: Caller
  videoId: string
  /** The owner's comment on the video. */
  commentId: string
  /** An anonymous report about the video. */
  reportId: string
  caseId: string
  /** A notification of the owner. */
  notificationId: string
}

interface Target {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown> | undefined
  bytes?: Buffer
  headers?: Record<string, string>
}

const targets: Record<string, (scene: Scene) => Target | Promise<Target>> = {
  nothing: () => ({}),
  'a new account': () => ({ body: { email: `${randomUUID()}@example.org`, password: 'secret1' } }),
  'a new password': () => ({ body: { current: 'secret1', new: 'a good secret' } }),
  'an event': async ({ owner }) => ({ body: { ids: [await changeAccount(owner)] } }),
  'another device': async ({ owner }) => ({ params: { id: await signInElsewhere(owner) } }),
  'their password': () => ({ body: { password: 'secret1' } }),
  'adding one': () => ({ body: { purpose: 'add' } }),
  'a new passkey': async ({ owner }) => ({
    body: { ...newAuthenticator().make(await challengeFor(owner.user.id)), name: 'A key' },
  }),
  'their passkey': async ({ owner }) => ({ params: { id: (await givePasskey(t.db, owner.user.id)).id } }),
  'the password': () => ({ body: { isOn: false } }),
  'their signature': async ({ owner }) => {
    const { authenticator } = await givePasskey(t.db, owner.user.id)
    return { body: { ...authenticator.answer(await challengeFor(undefined)) } }
  },
  'their answer': async ({ owner }) => {
    const { authenticator } = await givePasskey(t.db, owner.user.id)
    return { body: { ...authenticator.answer(await challengeFor(owner.user.id)) } }
  },
  'a filter': () => ({ query: { clips: 'none' } }),
  'a link of the console': async () => ({
    body: { token: new URL(await issueClaimLink(t.db, 'http://reverie.test')).hash.slice(1) },
  }),
  'a recovery code': async ({ owner: { user } }) => {
    const [code] = await makeRecoveryCodes(t.deps, user.id)
    return { body: { email: user.email, code, password: 'violet teapots' } }
  },
  'a new address': () => ({ body: { email: `${randomUUID()}@example.org` } }),
  'a mailed token': async () => {
    const { id, email } = (await t.signUp()).user
    return { body: { token: await issueToken(t.db, 'verify', { userId: id, email }) } }
  },
  'an address': ({ owner }) => ({ body: { email: owner.user.email } }),
  'a reset link': async ({ owner }) => {
    const link = await makeResetLink(t.deps, null, owner.user.id)
    return { body: { token: new URL(link).hash.slice(1), password: 'violet teapots' } }
  },
  'the owner as a member': ({ owner }) => ({ params: { id: owner.user.id }, body: { role: 'member' } }),
  'a moderator': ({ moderator }) => ({ params: { id: moderator.user.id } }),
  'a limit for the owner': ({ owner }) => ({ params: { id: owner.user.id }, body: { storageLimitGb: 20 } }),
  'a part of theirs': async ({ owner }) => {
    const [part] = (await owner.caller.get('/api/account/export')).json<ExportPlan>().parts
    const { searchParams } = new URL(part?.url ?? '', 'http://reverie.test')
    return { params: { part: '0' }, query: Object.fromEntries(searchParams) }
  },
  'a setting': () => ({ body: { holds: true } }),
  'a reason': () => ({ body: { reason: 'I make clips of the sea.' } }),
  'a waiting account': async () => ({ params: { id: await signUpWaiting() } }),
  'whom to refuse': async () => ({ params: { id: await signUpWaiting() }, body: { answer: 'Not at the moment.' } }),
  'an invitation': async ({ admin }) => ({ params: { id: (await invite(admin)).invitation.id } }),
  'a link to join': async ({ admin }) => ({ body: { token: new URL((await invite(admin)).link).hash.slice(1) } }),
  'whom to delete': async () => ({ params: { id: (await t.signUp()).user.id }, body: { reason: 'Spam.' } }),
  'whom to restore': async ({ admin }) => {
    const { id } = (await t.signUp()).user
    await admin.caller.put(`/api/people/${id}/deletion`, { reason: 'Spam.' })
    return { params: { id } }
  },
  'their own name': ({ owner }) => ({ body: { name: owner.user.username ?? '' } }),
  credentials: ({ owner }) => ({ body: { email: owner.user.email, password: 'secret1' } }),
  'the name': ({ owner }) => ({ params: { username: owner.user.username ?? '' } }),
  'the owner': ({ owner }) => ({ params: { id: owner.user.id } }),
  'the stranger': ({ stranger }) => ({ params: { id: stranger.user.id } }),
  'two people': ({ owner, stranger }) => ({ params: { userId: owner.user.id, targetId: stranger.user.id } }),
  'a page': () => ({ params: { name: 'privacy' } }),
  'their videos': ({ owner }) => ({ params: { userId: owner.user.id } }),
  'a tag of theirs': async ({ videoId }) => {
    await t.db.updateTable('videos').set({ tags: 'Dawn' }).where('id', '=', videoId).execute()
    await indexVideos(t.deps)
    return { params: { tag: 'dawn' } }
  },
  'their tool': () => ({ params: { tool: 'other' } }),
  'the video': ({ videoId }) => ({ params: { id: videoId } }),
  frames: () => ({ body: { durationSeconds: 5, frames: [Buffer.alloc(32, 7).toString('base64')] } }),
  'a found repost': async ({ videoId }) => {
    await showAgain(videoId)
    return { params: { id: videoId } }
  },
  'a disputed case': async ({ owner, videoId, caseId }) => {
    await showAgain(videoId)
    await owner.caller.post(`/api/videos/${videoId}/first/dispute`, { text: 'It is my own.' })
    return { params: { id: caseId } }
  },
  'the newest': ({ videoId }) => ({ body: { videoId } }),
  'the comment': ({ commentId }) => ({ params: { id: commentId } }),
  'a clip of theirs': ({ videoId }) => ({ body: noticeAbout(videoId) }),
  'the notice': async ({ videoId }) => {
    const { noticeId } = (await t.visitor.post('/api/notices', noticeAbout(videoId))).json<{ noticeId: string }>()
    return { params: { id: noticeId } }
  },
  'the report': ({ reportId }) => ({ params: { id: reportId } }),
  'the case': ({ caseId }) => ({ params: { id: caseId } }),
  'a clip': ({ videoId }) => ({ body: { ...warning, kind: 'video', subjectId: videoId } }),
  'a decision': async (scene) => ({ params: { id: await warn(scene) } }),
  'a copyright decision': async (scene) => ({ params: { id: await hideForCopyright(scene) } }),
  'an answered notice': async (scene) => {
    const id = await hideForCopyright(scene)
    await scene.owner.caller.post(`/api/account/decisions/${id}/counter-notice`, counterNotice)
    return { params: { id } }
  },
  'some accounts': ({ owner }) => ({
    params: { id: randomUUID() },
    body: { ...warning, kind: 'account', subjectIds: [owner.user.id] },
  }),
  'their selection': async ({ moderator, owner }) => {
    const id = randomUUID()
    const body = { ...warning, kind: 'account', subjectIds: [owner.user.id] }
    await moderator.caller.put(`/api/batches/${id}`, body)
    return { params: { id } }
  },
  'an appeal': async (scene) => {
    const id = await warn(scene)
    await scene.owner.caller.post(`/api/account/decisions/${id}/appeal`, { text: 'It is my own cat.' })
    return { params: { id } }
  },
  // Another person writes the comment. An author's name is shown, but a reporter's name must not be.
  'a pending comment': async ({ videoId }) => ({
    params: { id: await insertPendingComment(await t.signUp(), videoId) },
  }),
  'the notification': ({ notificationId }) => ({ params: { id: notificationId } }),
  'the file': ({ videoId }) => fileOf(videoId),
  'their clip': async ({ owner }) => {
    const videoUrl = await upload(owner.caller, await readFile(sampleClip('plain-h264.mp4')))
    return { body: { title: 'A clip', toolUsed: 'other', videoUrl } }
  },
  'their picture': async ({ owner }) => {
    const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } }).png()
    return { body: { avatarImageURL: await upload(owner.caller, await picture.toBuffer()) } }
  },
  'a resumable address': async () => ({
    ...(await resumableAddress()),
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' },
  }),
  'an upload under way': async () => {
    const { params, query } = await resumableAddress()
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5' }
    await t.visitor.inject({ method: 'POST', url: addressOf(operations.beginUpload, params, query), headers })
    const type = 'application/offset+octet-stream'
    const offset = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': type }
    return { params, query, bytes: Buffer.from('bytes'), headers: offset }
  },
  'a signed address': async ({ owner }) => {
    const { uploadURL } = (await owner.caller.post('/api/objects/upload')).json<{ uploadURL: string }>()
    const { pathname, searchParams } = new URL(uploadURL)
    const id = pathname.split('/').at(-1) ?? ''
    return { params: { id }, query: Object.fromEntries(searchParams), bytes: Buffer.from('bytes') }
  },
}

const invite = ({ user }: Person) =>
  createInvitation(t.db, 'http://reverie.test', user.id, { note: null, maxUses: 3, days: 7 })

const warning = { rule: 'spam', measure: 'warn', facts: 'It sells watches.' }

/** Marks the video as a repost of another person's clip. */
async function showAgain(videoId: string): Promise<void> {
  const [firstId = ''] = await insertVideos(t, (await t.signUp()).user.id, 1)
  await t.db.insertInto('reposts').values({ videoId, firstId, share: 1, state: 'found' }).execute()
}

/** Warns the owner about the video, as the admin. */
async function warn({ admin, videoId }: Scene): Promise<string> {
  const body = { ...warning, kind: 'video', subjectId: videoId }
  return (await admin.caller.post('/api/decisions', body)).json<{ id: string }>().id
}

/** Hides the owner's video after a copyright notice, as the admin. */
async function hideForCopyright({ admin, videoId }: Scene): Promise<string> {
  const claim = { kind: 'copyright', work: 'My film', contact: '1 Street', isAuthorised: true, signature: 'Canary' }
  await t.visitor.post('/api/notices', { ...noticeAbout(videoId), ...claim })
  const body = { rule: 'copyright', measure: 'hide', facts: 'It is that film.', kind: 'video', subjectId: videoId }
  return (await admin.caller.post('/api/decisions', body)).json<{ id: string }>().id
}

const counterNotice = {
  explanation: 'I made it myself.',
  name: 'Somebody',
  contact: '2 Street',
  isMistaken: true,
  acceptsCourt: true,
  signature: 'Somebody',
}

function noticeAbout(videoId: string) {
  const says = { kind: 'privacy', explanation: 'It is me.', name: 'Canary', email: 'canary@example.org' }
  return { ...says, addresses: [`/video/${videoId}`], isGoodFaith: true }
}

/** Bodies of operations whose target does not include one. */
const bodies: Partial<Record<OperationName, Record<string, unknown>>> = {
  updateUser: { bio: 'Changed' },
  renamePasskey: { name: 'Another name' },
  createInvitation: { maxUses: 3, days: 7 },
  updateVideo: { title: 'Changed' },
  countView: {},
  reportVideo: { reason: 'spam' },
  reportComment: { reason: 'spam' },
  reportAccount: { reason: 'spam' },
  decideCase: warning,
  liftDecision: { answer: 'A mistake. Sorry.' },
  undoBatch: { answer: 'A mistake. Sorry.' },
  answerAppeal: { outcome: 'reversed', answer: 'You are right.' },
  appealDecision: { text: 'It is my own cat.' },
  sendCounterNotice: counterNotice,
  markCourtAction: { isCourtAction: true },
  removeVideoPermanently: { rule: 'nudity', facts: 'At 0:02.' },
  createComment: { text: 'Lovely' },
  disputeFirst: { text: 'It is my own.' },
  answerDispute: { answer: 'dismiss' },
  decideSameWords: { rule: 'spam', facts: 'The same advertisement again and again' },
}

/** Operations that return an e-mail address, which must be the caller's own. */
const ownRecords: OperationName[] = ['getOwnUser', 'register', 'login', 'loginWithPasskey', 'recover', 'updateUser']

/** Operations that end, replace or start a session, or after which the next caller would find another account. */
const sessionChanging: OperationName[] = [
  'register',
  'login',
  'loginWithPasskey',
  'logout',
  'claimSite',
  'changePassword',
  'recover',
  'resetPassword',
  'requestDeletion',
  'changeEmail',
]

/** Operations that need uploads. No person may have as many unfinished uploads as there are callers. */
const uploading: OperationName[] = ['createVideo', 'createUpload', 'putUpload', 'setAvatar']

let t: TestApp
let people: Pick<Scene, 'owner' | 'stranger' | 'moderator' | 'admin' | 'ended'>

/**
 * Calls every operation as these callers, who must get the replies of the table. A refusal must change nothing. Every
 * operation must refuse unknown fields, and every list must refuse unknown parameters.
 */
function testPermissions(asking: readonly Asker[]): void {
  beforeAll(async () => {
    t = await startTestApp()
    people = await makePeople()
    await watchRows()
  })
  afterEach(removeScenes)
  afterAll(() => t.stop())

  test('the table has one row for every operation of the contract', () => {
    expect(rows.map(({ operation }) => operation).toSorted()).toEqual(operationNames.toSorted())
  })

  test.each(rows)('$operation of $about: $statuses', async ({ operation, about, statuses }) => {
    const expected = askers
      .map((asker, i) => ({ asker, status: statuses[i] }))
      .filter(({ asker, status }) => status !== undefined && asking.includes(asker))
    const answers: typeof expected = []
    const limited = vi.spyOn(unlimited, 'take')
    const faults: string[] = []
    const isForOnce = sessionChanging.includes(operation) || uploading.includes(operation)
    const makeScene = async () => {
      const scene = await setScene(isForOnce ? await makePeople() : people)
      return { scene, target: { body: bodies[operation], ...(await targets[about]!(scene)) } }
    }
    let unchanged: Awaited<ReturnType<typeof makeScene>> | undefined
    for (const { asker, status } of expected) {
      const { scene, target } = unchanged ?? (await makeScene())
      if (asker.startsWith('hidden')) await hideVideo(t.deps, scene.videoId, 'file')
      const accountStatus = accountStatuses[asker]
      if (accountStatus) await setAccountStatus(scene.owner, accountStatus)
      if (asker === 'blocked stranger') await scene.owner.caller.put(`/api/users/${scene.stranger.user.id}/block`)
      const isRefused = status! >= 400
      const before = isRefused ? await lastChange() : undefined
      limited.mockClear()
      const reply = await sendTo(callerFor(asker, scene), operation, target)

      const isUnchanged = !isRefused || (await lastChange()) === before
      await t.db.deleteFrom('relations').execute()
      if (accountStatus) await setAccountStatus(scene.owner, unrestricted)
      // After a read or a refusal, the next caller can use the same scene.
      const isAsBefore = operations[operation].method === 'GET' || (isRefused && isUnchanged)
      unchanged = isAsBefore && !isForOnce ? { scene, target } : undefined

      answers.push({ asker, status: reply.statusCode })
      const found = [
        ...faultsOf(operations[operation], reply),
        ...namesIn(operation, asker, reply.body),
        ...secretsIn(reply, ownRecords.includes(operation) ? ownEmail(asker, scene, target) : undefined),
        ...faultsOfHiding(operation, asker, String(reply.body).includes(scene.videoId)),
        ...(isUnchanged ? [] : ['a refusal that changed something']),
        ...(isRefused ? [] : faultsOfLimits(operation, asker, limited.mock.calls)),
      ]
      faults.push(...found.map((fault) => `${asker}: ${fault} in ${reply.statusCode} ${reply.body}`))
    }
    limited.mockRestore()
    expect(answers).toEqual(expected)
    expect(faults).toEqual([])
  })

  test('every call open to visitors has the rate limit that the table states', async () => {
    const counts = [vi.spyOn(unlimited, 'take'), vi.spyOn(unlimited, 'count')]
    const clock = stopClock()
    const limited: Record<string, unknown> = {}
    for (const { operation, cost } of publicCalls) {
      const { about } = rows.find((row) => row.operation === operation)!
      // A change may end the sessions of its people, so each change has its own.
      const cast = cost === 'change' ? await makePeople() : people
      const target = { body: bodies[operation], ...(await targets[about]!(await setScene(cast))) }
      if (cost !== 'change') await sendTo(t.visitor, operation, target)
      for (const each of counts) each.mockClear()
      const queries = await t.countQueries(() => sendTo(t.visitor, operation, target))
      const names = counts.flatMap(({ mock }) => mock.calls.map(([name]) => name))
      const limits = names.filter((name) => name.startsWith('address-')).toSorted()
      limited[operation] = { limits, isWithin: cost === 'change' || queries <= queriesMax[cost] }
    }
    clock.goOn()
    vi.restoreAllMocks()
    const declared = publicCalls.map(({ operation, limits }) => [operation, { limits, isWithin: true }])
    expect(limited).toEqual(Object.fromEntries(declared))
  })

  test('the table of limits has a row for every call open to visitors', () => {
    const open = rows.filter(({ statuses: [visitor] }) => visitor !== 401).map(({ operation }) => operation)
    expect(publicCalls.map(({ operation }) => operation).toSorted()).toEqual(open.toSorted())
  })

  test('exactly the calls that visitors can revalidate declare 304', async () => {
    const answered: string[] = []
    const scene = await setScene(people)
    for (const { operation } of publicCalls) {
      if (operations[operation].method !== 'GET') continue
      const { about } = rows.find((row) => row.operation === operation)!
      const target = { body: bodies[operation], ...(await targets[about]!(scene)) }
      const headers = { ...target.headers, 'if-none-match': '*' }
      const { statusCode } = await sendTo(t.visitor, operation, { ...target, headers })
      if (statusCode === 304) answered.push(operation)
    }
    const declared = publicCalls.filter(({ operation }) => operations[operation].otherReplies?.[304])
    expect(answered.toSorted()).toEqual(declared.map(({ operation }) => operation).toSorted())
  })

  const withBody = rows.filter(({ operation }) => operations[operation].body && !operations[operation].requestType)
  const unknownFields = ['isAdmin', 'userId', 'id', 'createdAt', 'constructor', '__proto__']

  test('every operation refuses an unknown field and changes nothing', async () => {
    const faults: string[] = []
    expect(withBody.length).toBeGreaterThan(0)
    for (const { operation, about } of withBody) {
      const scene = await setScene(people)
      const target = { body: bodies[operation], ...(await targets[about]!(scene)) }
      const before = await lastChange()
      for (const field of unknownFields) {
        const body = { ...target.body, [field]: 'x' }
        const { statusCode } = await sendTo(scene.owner.caller, operation, { ...target, body })
        if (statusCode !== 400) faults.push(`${operation} answers ${field} with ${statusCode}`)
      }
      if ((await lastChange()) !== before) faults.push(`${operation} changes something`)
    }
    expect(faults).toEqual([])
  })

  const withQuery = rows.filter(({ operation }) => {
    const { query, headers, requestType } = operations[operation]
    return query && !headers && !requestType
  })

  test('every operation refuses an unknown query parameter', async () => {
    const scene = await setScene(people)
    const answers: Record<string, unknown> = {}
    for (const { operation, about } of withQuery) {
      const target = await targets[about]!(scene)
      const reply = await sendTo(scene.owner.caller, operation, { ...target, query: { offset: '1' } })
      answers[operation] = [reply.statusCode, reply.json<ErrorReply>().message]
    }
    expect(Object.keys(answers).length).toBeGreaterThan(0)
    const refused = Object.keys(answers).map((operation) => [operation, [400, 'Unknown field: offset']])
    expect(answers).toEqual(Object.fromEntries(refused))
  })

  test('only the owner can load the file, poster and preview of a hidden video', async () => {
    const { owner, stranger } = people
    const { id } = await publish(owner.caller)
    const job = { payload: { videoId: id }, signal: new AbortController().signal }
    await makePoster(t.deps, job)
    await makePreview(t.deps, job)
    const { videoUrl, thumbnailUrl, previewUrl } = (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
    const addresses = [videoUrl, thumbnailUrl!, previewUrl!]
    for (const address of addresses) expect((await t.visitor.get(address)).headers['cache-control']).toMatch(/^public/)

    await hideVideo(t.deps, id, 'file')
    for (const address of addresses) {
      for (const caller of [t.visitor, stranger.caller]) {
        const reply = await caller.get(address)
        expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'private, no-store'])
        expect((await caller.inject({ method: 'HEAD', url: address })).statusCode).toBe(404)
        const part = await caller.inject({ method: 'GET', url: address, headers: { range: 'bytes=0-9' } })
        expect(part.statusCode).toBe(404)
      }
      const own = await owner.caller.get(address)
      expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-store'])
    }
  })

  test('a hidden video looks like a missing one to users who liked it', async () => {
    const { stranger } = people
    const { videoId } = await setScene(people)
    await stranger.caller.post(`/api/videos/${videoId}/like`)
    const liked = `/api/users/${stranger.user.id}/liked-videos`
    expect((await stranger.caller.get(liked)).json<LikedVideoPage>().likedVideos.map(({ id }) => id)).toContain(videoId)
    await hideVideo(t.deps, videoId, 'file')
    expect((await stranger.caller.get(liked)).body).not.toContain(videoId)
    const broken = await stranger.caller.post(`/api/videos/${videoId}/report-broken`)
    const missing = await stranger.caller.post(`/api/videos/${randomUUID()}/report-broken`)
    expect([broken.statusCode, broken.body]).toEqual([404, missing.body])
  })
}

async function makePeople(): Promise<typeof people> {
  const [owner, stranger, moderator, admin] = await Promise.all([t.signUp(), t.signUp(), t.signUp(), t.signUp()])
  for (const [{ user }, role, displayName] of [
    [moderator, 'moderator', 'Canary Moderator'],
    [admin, 'admin', 'Canary Admin'],
    [stranger, 'member', 'Canary Reporter'],
  ] as const) {
    await t.db.updateTable('users').set({ role, displayName }).where('id', '=', user.id).execute()
  }
  const elsewhere = await t.visitor.post('/api/login', { email: owner.user.email, password: 'secret1' })
  const ended = callerOf(t.app, Object.fromEntries(elsewhere.cookies.map(({ name, value }) => [name, value])))
  await ended.post('/api/logout')
  return { owner, stranger, moderator, admin, ended }
}

const challengeFor = (userId: string | undefined) => issueChallengeFor(t.db, userId)

async function signUpWaiting(): Promise<string> {
  const { user } = await t.signUp()
  await t.db.updateTable('users').set({ waitingSince: '2026-01-01T00:00:00Z' }).where('id', '=', user.id).execute()
  return user.id
}

async function changeAccount({ user }: Person): Promise<string> {
  const event = { userId: user.id, kind: 'password-changed' as const }
  return (await t.db.insertInto('accountEvents').values(event).returning('id').executeTakeFirstOrThrow()).id
}

/** Signs in on another device. @returns The id of that device in the list of devices. */
async function signInElsewhere({ user, caller }: Person): Promise<string> {
  await t.visitor.post('/api/login', { email: user.email, password: 'secret1' })
  const { devices } = (await caller.get('/api/account/devices')).json<{ devices: Device[] }>()
  return devices.find(({ isThis }) => !isThis)!.id
}

async function setScene(cast: typeof people): Promise<Scene> {
  const { owner, stranger } = cast
  const [videoId = ''] = await insertVideos(t, owner.user.id, 1)
  const comment = t.db
    .insertInto('comments')
    .values({ userId: owner.user.id, videoId, text: 'Mine' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const notification = t.db
    .insertInto('notifications')
    .values({ userId: owner.user.id, actorId: stranger.user.id, type: 'like', videoId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const counted = t.db.updateTable('videos').set({ commentsCount: 1 }).where('id', '=', videoId).execute()
  const [{ id: commentId }, { id: notificationId }] = await Promise.all([comment, notification, counted])
  await stranger.caller.post(`/api/videos/${videoId}/report`)
  const { reportId } = (await t.visitor.post(`/api/videos/${videoId}/report`)).json<{ reportId: string }>()
  const { id: caseId } = await t.db
    .selectFrom('cases')
    .select('id')
    .where('videoId', '=', videoId)
    .executeTakeFirstOrThrow()
  return { ...cast, videoId, commentId, notificationId, reportId, caseId }
}

/** Returns the address of the video's file. */
async function fileOf(videoId: string): Promise<Target> {
  const { originalId } = await t.db
    .selectFrom('videos')
    .select('originalId')
    .where('id', '=', videoId)
    .executeTakeFirstOrThrow()
  await t.deps.storage.write(originalId, Readable.from([Buffer.from('x')]), { maxBytes: 1 })
  return { params: { name: `${originalId}.mp4` } }
}

function callerFor(asker: Asker, { ended, ...signedIn }: Scene): Caller {
  if (asker === 'visitor') return t.visitor
  if (asker === 'ended') return ended
  return signedIn[roleOf(asker)].caller
}

/** Returns the role whose session the caller uses. */
function roleOf(asker: Asker): 'owner' | 'stranger' | 'moderator' | 'admin' {
  return (['stranger', 'moderator', 'admin'] as const).find((role) => asker.endsWith(role)) ?? 'owner'
}

interface AccountStatus {
  deleteAfter: null
  hiddenFor: 'suspension'[]
  isHidden: boolean
  suspendedUntil: string | null
  restrictedUntil: string | null
}

const unrestricted: AccountStatus = {
  deleteAfter: null,
  hiddenFor: [],
  isHidden: false,
  suspendedUntil: null,
  restrictedUntil: null,
}

/** Account status of callers, as decisions of the moderators would set it. */
const accountStatuses: Partial<Record<Asker, AccountStatus>> = {
  'restricted owner': { ...unrestricted, restrictedUntil: 'infinity' },
  'suspended owner': { ...unrestricted, hiddenFor: ['suspension'], isHidden: true, suspendedUntil: 'infinity' },
}

async function setAccountStatus({ user }: Person, status: AccountStatus): Promise<void> {
  await t.db.updateTable('users').set(status).where('id', '=', user.id).execute()
}

function sendTo(caller: Caller, operation: OperationName, { params, query, body, bytes, headers = {} }: Target) {
  const endpoint = operations[operation]
  const payload = endpoint.body ? (bytes ?? body) : undefined
  return send(caller, endpoint, { url: addressOf(endpoint, params, query), ...(payload ? { payload } : {}), headers })
}

/** Inserts a pending comment that awaits staff and the owner of the video. */
async function insertPendingComment({ user }: Person, videoId: string): Promise<string> {
  const { id } = await t.db
    .insertInto('comments')
    .values({ userId: user.id, videoId, text: 'At example.com', hiddenFor: ['hold', 'owner'], isHidden: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Returns the address of a new upload that has not begun. Its owner is new, too: the table has more rows than a person
 * may have unfinished uploads.
 */
async function resumableAddress(): Promise<{ params: { id: string }; query: Record<string, string> }> {
  const { caller } = await t.signUp()
  const { resumableURL } = (await caller.post('/api/objects/upload')).json<{ resumableURL: string }>()
  const { pathname, searchParams } = new URL(resumableURL)
  return { params: { id: pathname.split('/').at(-2) ?? '' }, query: Object.fromEntries(searchParams) }
}

/** Compares the limits on the caller's account with the table. */
function faultsOfLimits(operation: OperationName, asker: Asker, taken: [name: string, ...unknown[]][]): string[] {
  const ofAccount = /^account-(?!changes|and-address)/
  const limits = taken.map(([name]) => name).filter((name) => ofAccount.test(name))
  const stated = asker === 'visitor' || asker === 'ended' ? '' : (accountLimits[operation] ?? '')
  return limits.join() === stated ? [] : [`the limit “${limits.join()}” instead of “${stated}”`]
}

/** Returns the e-mail address that a person's own record shows. */
function ownEmail(asker: Asker, scene: Scene, { body }: Target): string {
  if (typeof body?.email === 'string') return body.email
  return scene[body?.signature ? 'owner' : roleOf(asker)].user.email
}

const tables = [
  'users',
  'objects',
  'videos',
  'follows',
  'relations',
  'likes',
  'reports',
  'comments',
  'comment_likes',
  'notifications',
  'counted_visits',
  'kept_bytes',
  'cases',
  'decisions',
  'public_log',
  'staff_log',
  'site_settings',
  'erased_files',
  'notices',
  'tokens',
  'join_requests',
  'recovery_codes',
  'voided_recovery_codes',
  'passkeys',
  'account_events',
  'feed_visits',
]

/** Removes rows that later tests would list, too. `truncate` would take twenty times as long. */
async function removeScenes(): Promise<void> {
  await t.db.transaction().execute(async (tx) => {
    // A trigger protects the lines of the public log.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from public_log`.execute(tx)
    await sql`set local session_replication_role = origin`.execute(tx)
    for (const name of ['reports', 'notices', 'decisions', 'cases', 'videos', 'account_events', 'tokens']) {
      await sql`delete from ${sql.table(name)}`.execute(tx)
    }
  })
}

/** Makes PostgreSQL number each row of these tables that a committed transaction inserts, updates or deletes. */
async function watchRows(): Promise<void> {
  await sql`create table changes (number bigint generated always as identity primary key)`.execute(t.db)
  await sql`
    create function note_change() returns trigger language plpgsql as $$
    begin insert into changes default values; return null; end $$`.execute(t.db)
  for (const name of tables) {
    await sql`
      create trigger note_change after insert or update or delete on ${sql.table(name)}
      for each row execute function note_change()`.execute(t.db)
  }
}

/** Returns the number of the last change. */
async function lastChange(): Promise<number | null> {
  const { rows: found } = await sql<{ last: number | null }>`select max(number) as last from changes`.execute(t.db)
  return found[0]!.last
}

// The quick run uses only the callers whose replies differ most.
testPermissions(
  sizeOf<readonly Asker[]>({ quick: ['visitor', 'stranger', 'owner', 'hidden from stranger'], deep: askers }),
)
