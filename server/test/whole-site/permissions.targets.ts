import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Device } from '../../../contract/account/devices.ts'
import type { ExportPlan } from '../../../contract/account/export.ts'
import { createInvitation } from '../../features/account/invitations/invitations.queries.ts'
import { makeRecoveryCodes } from '../../features/account/recovery/recovery-codes.ts'
import { makeResetLink } from '../../features/account/recovery/reset-link.ts'
import { indexVideos } from '../../features/discovery/search/indexing/index-videos.ts'
import { issueClaimLink } from '../../features/site/roles/claim-site.ts'
import { issueToken } from '../../identity/tokens.ts'
import { challengeFor, givePasskey, newAuthenticator } from '../clients/authenticator.ts'
import { addressOf, operations, send, type OperationName } from '../clients/contract-calls.ts'
import { sampleClip } from '../media/sample-clips.ts'
import { insertVideos, upload, type Caller, type TestApp } from '../test-app.ts'
import { copyrightNoticeAbout, counterNotice, noticeAbout } from '../takedown-notices.ts'
import { askForUpload, tusCalls } from '../uploads.ts'
import { bodies, warning } from './permissions.bodies.ts'
import type { Scene } from './permissions.scenes.ts'
import { rows } from './permissions.table.ts'

export interface Target {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown> | undefined
  bytes?: Buffer
  headers?: Record<string, string>
}

/** Operations that end, replace or start a session, or after which the next caller would find another account. */
export const sessionChanging: OperationName[] = [
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

/** The subject of a call, by its name in the table. */
const targets: Record<string, (scene: Scene) => Target | Promise<Target>> = {
  nothing: () => ({}),
  'a new account': () => ({ body: { email: `${randomUUID()}@example.org`, password: 'secret1' } }),
  'a new password': () => ({ body: { current: 'secret1', new: 'a good secret' } }),
  'an event': async (scene) => ({ body: { ids: [await changeAccount(scene)] } }),
  'another device': async (scene) => ({ params: { id: await signInElsewhere(scene) } }),
  'their password': () => ({ body: { password: 'secret1' } }),
  'adding one': () => ({ body: { purpose: 'add' } }),
  'a new passkey': async ({ t, owner }) => ({
    body: { ...newAuthenticator().make(await challengeFor(t.db, owner.user.id)), name: 'A key' },
  }),
  'their passkey': async ({ t, owner }) => ({ params: { id: (await givePasskey(t.db, owner.user.id)).id } }),
  'the password': () => ({ body: { isOn: false } }),
  'their signature': async ({ t, owner }) => {
    const { authenticator } = await givePasskey(t.db, owner.user.id)
    return { body: { ...authenticator.answer(await challengeFor(t.db, undefined)) } }
  },
  'their answer': async ({ t, owner }) => {
    const { authenticator } = await givePasskey(t.db, owner.user.id)
    return { body: { ...authenticator.answer(await challengeFor(t.db, owner.user.id)) } }
  },
  'a filter': () => ({ query: { clips: 'none' } }),
  'a link of the console': async ({ t }) => ({
    body: { token: new URL(await issueClaimLink(t.db, 'http://reverie.test')).hash.slice(1) },
  }),
  'a recovery code': async ({ t, owner: { user } }) => {
    const [code] = await makeRecoveryCodes(t.deps, user.id)
    return { body: { email: user.email, code, password: 'violet teapots' } }
  },
  'a new address': () => ({ body: { email: `${randomUUID()}@example.org` } }),
  'a mailed token': async ({ t }) => {
    const { id, email } = (await t.signUp()).user
    return { body: { token: await issueToken(t.db, 'verify', { userId: id, email }) } }
  },
  'an address': ({ owner }) => ({ body: { email: owner.user.email } }),
  'a reset link': async (scene) => ({ body: { token: await resetToken(scene), password: 'violet teapots' } }),
  'a reset token': async (scene) => ({ body: { token: await resetToken(scene) } }),
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
  'a waiting account': async ({ t }) => ({ params: { id: await signUpWaiting(t) } }),
  'whom to refuse': async ({ t }) => ({
    params: { id: await signUpWaiting(t) },
    body: { answer: 'Not at the moment.' },
  }),
  'an invitation': async (scene) => ({ params: { id: (await invite(scene)).invitation.id } }),
  'a link to join': async (scene) => ({ body: { token: new URL((await invite(scene)).link).hash.slice(1) } }),
  'whom to delete': async ({ t }) => ({ params: { id: (await t.signUp()).user.id }, body: { reason: 'Spam.' } }),
  'whom to restore': async ({ t, admin }) => {
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
  'a tag of theirs': async ({ t, videoId }) => {
    await t.change('videos', videoId, { tags: 'Dawn' })
    await indexVideos(t.deps)
    return { params: { tag: 'dawn' } }
  },
  'their tool': () => ({ params: { tool: 'other' } }),
  'the video': ({ videoId }) => ({ params: { id: videoId } }),
  frames: () => ({ body: { durationSeconds: 5, frames: [Buffer.alloc(32, 7).toString('base64')] } }),
  'a found repost': async (scene) => {
    await showAgain(scene)
    return { params: { id: scene.videoId } }
  },
  'a disputed case': async (scene) => {
    const videoId = await insertOwnVideo(scene)
    await showAgain({ ...scene, videoId })
    await scene.owner.caller.post(`/api/videos/${videoId}/first/dispute`, { text: 'It is my own.' })
    return { params: { id: (await scene.t.row('cases', { videoId })).id } }
  },
  'the newest': ({ videoId }) => ({ body: { videoId } }),
  'the comment': ({ commentId }) => ({ params: { id: commentId } }),
  'a clip of theirs': ({ videoId }) => ({ body: noticeAbout(videoId) }),
  'the notice': async ({ t, videoId }) => {
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
  'a pending comment': async (scene) => ({ params: { id: await insertPendingComment(scene) } }),
  'the notification': ({ notificationId }) => ({ params: { id: notificationId } }),
  'the file': (scene) => fileOf(scene),
  'their clip': async ({ owner }) => {
    const videoUrl = await upload(owner.caller, await readFile(sampleClip('plain-h264.mp4')))
    return { body: { title: 'A clip', toolUsed: 'other', videoUrl } }
  },
  'their picture': async ({ owner }) => {
    const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } }).png()
    return { body: { avatarImageURL: await upload(owner.caller, await picture.toBuffer()) } }
  },
  'a resumable address': async ({ t }) => ({
    ...(await resumableAddress(t)),
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' },
  }),
  'an upload under way': async ({ t }) => {
    const { params, query } = await resumableAddress(t)
    await tusCalls(t.visitor.inject).begin(addressOf(operations.beginUpload, params, query), 5)
    const type = 'application/offset+octet-stream'
    const offset = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': type }
    return { params, query, bytes: Buffer.from('bytes'), headers: offset }
  },
  'a signed address': async ({ owner }) => {
    const { id, whole } = await askForUpload(owner.caller)
    return { params: { id }, query: queryOf(whole), bytes: Buffer.from('bytes') }
  },
}

/** Returns the subject of an operation's call, as the table states, with the body that the operation needs. */
export async function targetOf(operation: OperationName, scene: Scene): Promise<Target> {
  const { about } = rows.find((row) => row.operation === operation)!
  return { body: bodies[operation], ...(await targets[about]!(scene)) }
}

export function sendTo(caller: Caller, operation: OperationName, { params, query, body, bytes, headers = {} }: Target) {
  const endpoint = operations[operation]
  const payload = endpoint.body ? (bytes ?? body) : undefined
  return send(caller, endpoint, { url: addressOf(endpoint, params, query), ...(payload ? { payload } : {}), headers })
}

const invite = ({ t, admin }: Scene) =>
  createInvitation(t.db, 'http://reverie.test', admin.user.id, { note: null, maxUses: 3, days: 7 })

/** Marks the video as a repost of another person's older clip. */
async function showAgain({ t, videoId }: Scene): Promise<void> {
  const [firstId = ''] = await insertVideos(t, (await t.signUp()).user.id, 1)
  await t.change('videos', firstId, { createdAt: '2026-01-01T00:00:00Z' })
  await storeFile(t, firstId)
  await t.db.insertInto('reposts').values({ videoId, firstId, share: 1, state: 'found' }).execute()
}

/** Inserts a video of the owner. Other requests do not decide about it, as they do about the video of the scene. */
async function insertOwnVideo({ t, owner }: Scene): Promise<string> {
  const [videoId = ''] = await insertVideos(t, owner.user.id, 1)
  await storeFile(t, videoId)
  return videoId
}

/** Warns the owner about another video, as the admin. The case of the scene stays open. */
async function warn(scene: Scene): Promise<string> {
  const body = { ...warning, kind: 'video', subjectId: await insertOwnVideo(scene) }
  return (await scene.admin.caller.post('/api/decisions', body)).json<{ id: string }>().id
}

/** Hides a video of the owner after a copyright notice, as the admin. */
async function hideForCopyright(scene: Scene): Promise<string> {
  const { t, admin } = scene
  const videoId = await insertOwnVideo(scene)
  await t.visitor.post('/api/notices', copyrightNoticeAbout(videoId))
  const body = { rule: 'copyright', measure: 'hide', facts: 'It is that film.', kind: 'video', subjectId: videoId }
  return (await admin.caller.post('/api/decisions', body)).json<{ id: string }>().id
}

async function signUpWaiting(t: TestApp): Promise<string> {
  const { user } = await t.signUp({ waitingSince: '2026-01-01T00:00:00Z' })
  return user.id
}

async function changeAccount({ t, owner: { user } }: Scene): Promise<string> {
  const event = { userId: user.id, kind: 'password-changed' as const }
  return (await t.db.insertInto('accountEvents').values(event).returning('id').executeTakeFirstOrThrow()).id
}

async function resetToken({ t, owner }: Scene): Promise<string> {
  return new URL(await makeResetLink(t.deps, null, owner.user.id)).hash.slice(1)
}

/** Signs in on another device. @returns The id of that device in the list of devices. */
async function signInElsewhere({ t, owner: { user, caller } }: Scene): Promise<string> {
  await t.visitor.post('/api/login', { email: user.email, password: 'secret1' })
  const { devices } = (await caller.get('/api/account/devices')).json<{ devices: Device[] }>()
  return devices.find(({ isThis }) => !isThis)!.id
}

/** Returns the address of the video's file. */
async function fileOf({ t, videoId }: Scene): Promise<Target> {
  return { params: { name: `${await storeFile(t, videoId)}.mp4` } }
}

/** Stores the file of an inserted video, unless it has one. @returns The object's id. */
export async function storeFile(t: TestApp, videoId: string): Promise<string> {
  const { originalId } = await t.row('videos', videoId)
  const source = () => Readable.from([Buffer.from('x')])
  if (!(await t.deps.storage.find(originalId))) await t.deps.storage.write(originalId, source(), { maxBytes: 1 })
  return originalId
}

/** Inserts a pending comment of a new person that awaits staff and the owner of the video. */
async function insertPendingComment({ t, videoId }: Scene): Promise<string> {
  const { user } = await t.signUp()
  const { id } = await t.insert('comments', {
    userId: user.id,
    videoId,
    text: 'At example.com',
    hiddenFor: ['hold', 'owner'],
    isHidden: true,
    heldBecause: 'link',
  })
  return id
}

/**
 * Returns the address of a new upload that has not begun. Its owner is new, too: the table has more rows than a person
 * may have unfinished uploads.
 */
async function resumableAddress(t: TestApp): Promise<{ params: { id: string }; query: Record<string, string> }> {
  const { caller } = await t.signUp()
  const { id, resumable } = await askForUpload(caller)
  return { params: { id }, query: queryOf(resumable) }
}

const queryOf = (path: string) => Object.fromEntries(new URLSearchParams(path.split('?')[1]))
