import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hideVideo } from '../../videos/publishing/hide-video.ts'
import { giveAvatar } from '../../social/profiles/avatar.fixture.ts'
import { insertVideos, publish, testApp } from '../../../test/test-app.ts'
import { decideAbout, decision, writeComment } from '../../moderation/decisions/people.fixture.ts'
import { accountFiles } from './account-files.ts'
import { openAccount } from './open-account.ts'
import { filesIn, filesOf, linesOf, partOf, planOf } from './export.fixture.ts'

const t = testApp()

const sha256 = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

async function originalOf(videoId: string): Promise<string> {
  const { originalId } = await t.row('videos', videoId)
  return originalId
}

async function storedBytes(videoId: string): Promise<Buffer> {
  return t.deps.storage.withFile(await originalOf(videoId), (path) => readFile(path))
}

async function loseFile(videoId: string): Promise<void> {
  await t.deps.storage.remove(await originalOf(videoId))
}

test('an export holds each uploaded file unchanged, and all data of the account', async () => {
  const { user, caller } = await t.signUp()
  const other = await t.signUp()
  const title = 'Sea/sky: "what?" 海辺 👩‍🚀'
  const clip = await publish(caller, 'plain-h264.mp4', { title, prompt: 'a slow dolly shot', tags: 'sea, sky' })
  const hidden = await publish(caller, 'quicktime.mov', { title: 'Hidden' })
  await hideVideo(t.deps, hidden.id, 'file')
  await t.change('videos', hidden.id, { status: 'failed', failureReason: 'It broke.' })
  const theirs = await publish(other.caller, 'plain-h264.mp4', { title: 'Of somebody else' })
  const avatarUrl = await giveAvatar(t, user.id)
  await caller.post(`/api/videos/${theirs.id}/like`)
  const commentId = await writeComment(caller, theirs.id, 'Line one\nand two')
  await caller.post(`/api/comments/${commentId}/like`)
  await caller.post(`/api/users/${other.user.id}/follow`)
  await other.caller.post(`/api/users/${user.id}/follow`)
  await other.caller.post(`/api/videos/${clip.id}/like`)
  await caller.post(`/api/videos/${theirs.id}/report`, { reason: 'spam' })
  const muted = await t.signUp()
  await caller.put(`/api/users/${muted.user.id}/mute`)
  const judge = await t.signUp({ role: 'moderator' })
  const warned = await decideAbout(judge, { kind: 'video', subjectId: clip.id }, decision('warn'))
  await caller.post(`/api/account/decisions/${warned.id}/appeal`, { text: 'It is my own cat.' })
  await t.insert('accountEvents', { userId: user.id, kind: 'password-changed' })

  const { parts, underWay } = await planOf(caller)
  expect(underWay).toBe(null)
  expect(parts).toMatchObject([
    { number: 0, clipsCount: 0, from: null, until: null },
    { number: 1, clipsCount: 2, from: clip.createdAt, until: hidden.createdAt },
  ])

  const account = await caller.get(parts[0]!.url)
  expect(account.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(parts[0]!.sizeBytes),
    'content-disposition': `attachment; filename="${parts[0]!.fileName}"`,
    'cache-control': 'private, no-store',
  })
  const files = await filesIn(account)
  expect(JSON.parse(files.get('profile.json')!.toString())).toMatchObject({ id: user.id, username: user.username })
  expect(JSON.parse(files.get('account.json')!.toString())).toMatchObject({ email: user.email, standing: 'active' })
  const clips = linesOf(files, 'clips.ndjson')
  expect(clips).toMatchObject([
    { id: clip.id, title, prompt: 'a slow dolly shot', tags: 'sea, sky', likesCount: 1 },
    { id: hidden.id, hiddenFor: ['file'], status: 'failed', failureReason: 'It broke.' },
  ])
  expect(linesOf(files, 'comments.ndjson')).toMatchObject([{ id: commentId, text: 'Line one\nand two' }])
  expect(linesOf(files, 'likes.ndjson')).toMatchObject([{ videoId: theirs.id, creator: other.user.username }])
  expect(linesOf(files, 'comment-likes.ndjson')).toMatchObject([{ commentId, author: user.username }])
  expect(linesOf(files, 'following.ndjson')).toMatchObject([{ username: other.user.username }])
  expect(linesOf(files, 'followers.ndjson')).toMatchObject([{ username: other.user.username }])
  expect(linesOf(files, 'muted.ndjson')).toMatchObject([{ username: muted.user.username, kind: 'mute' }])
  const notified = linesOf(files, 'notifications.ndjson').map(({ type }) => type)
  expect(notified.toSorted()).toEqual(['follow', 'like'])
  expect(linesOf(files, 'reports.ndjson')).toMatchObject([{ reason: 'spam', state: 'open' }])
  expect(linesOf(files, 'decisions.ndjson')).toMatchObject([
    { id: warned.id, measure: 'warn', facts: 'It sells watches.', appeal: { text: 'It is my own cat.' } },
  ])
  expect(linesOf(files, 'devices.ndjson')).toMatchObject([{ method: 'password' }])
  expect(linesOf(files, 'account-events.ndjson')).toMatchObject([{ kind: 'password-changed' }])
  expect(sha256(files.get('picture.webp'))).toBe(sha256((await t.visitor.get(avatarUrl)).rawPayload))
  const readMe = files.get('README.txt')!.toString()
  const explained = [...files.keys()].filter((name) => name.endsWith('json') && readMe.includes(`\n${name} `))
  expect(explained).toEqual(accountFiles.map(({ name }) => name))

  const originals = await filesOf(caller, parts[1]!)
  expect([...originals.keys()]).toEqual(clips.map(({ file }) => `clips/${String(file)}`))
  expect([...originals.keys()][0]).toBe(`clips/${clip.createdAt.slice(0, 10)} Sea sky what 海辺 👩‍🚀 ${clip.id}.mp4`)
  for (const [i, id] of [clip.id, hidden.id].entries()) {
    expect(sha256([...originals.values()][i])).toBe(sha256(await storedBytes(id)))
  }
})

test('an export contains no secrets and no private data of other people', async () => {
  const { user, caller } = await t.signUp()
  const [judge, reporter, blocker] = [await t.signUp({ role: 'moderator' }), await t.signUp(), await t.signUp()]
  const clip = await publish(caller)
  const clipOfHidden = await publish(reporter.caller, 'plain-h264.mp4', { title: 'Canary title' })
  await caller.post(`/api/videos/${clipOfHidden.id}/like`)
  await hideVideo(t.deps, clipOfHidden.id, 'moderation')
  await t.change('users', reporter.user.id, { displayName: 'Canary', username: null })
  await reporter.caller.post(`/api/videos/${clip.id}/report`, { reason: 'other', otherText: 'Canary of a reporter' })
  await blocker.caller.put(`/api/users/${user.id}/block`)
  const body = decision('warn', { note: 'Canary of a note' })
  await decideAbout(judge, { kind: 'video', subjectId: clip.id }, body)
  const [codeHash, publicKey] = [randomBytes(32), randomBytes(64)]
  await t.insert('recoveryCodes', { userId: user.id, hash: codeHash })
  await t.insert('passkeys', {
    credentialId: 'canaryKey',
    userId: user.id,
    publicKey,
    counter: 1,
    rpId: 'reverie.test',
    name: 'My key',
  })
  const { passwordHash } = await t.row('users', user.id)
  const { sid } = await t.row('sessions', { userId: user.id })

  const files = await filesOf(caller, await partOf(caller, 0))
  expect(linesOf(files, 'passkeys.ndjson')).toMatchObject([{ name: 'My key' }])
  expect(linesOf(files, 'likes.ndjson')).toMatchObject([{ videoId: clipOfHidden.id, videoTitle: null }])
  const everything = [...files.values()].join('\n')
  for (const { user: stranger } of [judge, reporter, blocker]) {
    expect(everything).not.toContain(stranger.email)
    expect(everything).not.toContain(stranger.id)
    expect(everything).not.toContain(stranger.username)
  }
  const secrets = [
    passwordHash,
    sid,
    'canaryKey',
    ...['hex', 'base64', 'base64url'].flatMap((form) =>
      [codeHash, publicKey].map((bytes) => bytes.toString(form as BufferEncoding)),
    ),
  ]
  for (const secret of [...secrets, 'Canary']) expect(everything).not.toContain(secret)
})

test('an export does not name people whose accounts are hidden', async () => {
  const [{ caller, user }, other, muted] = [await t.signUp(), await t.signUp(), await t.signUp()]
  const [own, theirs] = [await publish(caller), await publish(other.caller)]
  await caller.post(`/api/videos/${theirs.id}/like`)
  const comment = await other.caller.post(`/api/videos/${own.id}/comments`, { text: 'Lovely' })
  await caller.post(`/api/comments/${comment.json<{ id: string }>().id}/like`)
  await t.insert('videoParents', { videoId: own.id, parentId: theirs.id, position: 0 })
  await caller.post(`/api/users/${other.user.id}/follow`)
  await other.caller.post(`/api/users/${user.id}/follow`)
  await caller.post(`/api/users/${muted.user.id}/mute`)
  const everything = async () => [...(await filesOf(caller, await partOf(caller, 0))).values()].join('\n')
  expect((await everything()).split(other.user.username!).length).toBeGreaterThan(6)
  const deleteAfter = sql<string>`now() + interval '7 days'`
  await t.change(
    'users',
    { id: [other.user.id, muted.user.id] },
    { hiddenFor: ['deletion'], isHidden: true, deleteAfter },
  )
  for (const { username } of [other.user, muted.user]) expect(await everything()).not.toContain(username)
})

test('a part has its own signed address, which needs no confirmation and also serves suspended and leaving owners', async () => {
  const owner = await t.signUp()
  const part = await partOf(owner.caller, 0)
  expect((await owner.caller.get('/api/account/export/0')).statusCode).toBe(404)
  expect((await owner.caller.get(part.url.replace('/0?', '/1?'))).statusCode).toBe(404)
  expect((await owner.caller.get(part.url.replace(/expires=\d+/, 'expires=99999999999'))).statusCode).toBe(404)

  // During a download, a browser cannot ask for another confirmation.
  await t.change('sessions', { userId: owner.user.id }, { confirmedAt: '-infinity' })
  expect((await owner.caller.get(part.url)).statusCode).toBe(200)

  await t.change('users', owner.user.id, {
    restrictedUntil: 'infinity',
    suspendedUntil: 'infinity',
    hiddenFor: ['suspension'],
    isHidden: true,
  })
  const suspended = await filesOf(owner.caller, part)
  expect(JSON.parse(suspended.get('account.json')!.toString())).toMatchObject({ standing: 'suspended' })

  const deleteAfter = sql<string>`now() + interval '7 days'`
  await t.change('users', owner.user.id, { deleteAfter, hiddenFor: ['suspension', 'deletion'] })
  const leaving = await filesOf(owner.caller, part)
  expect(JSON.parse(leaving.get('account.json')!.toString())).toMatchObject({ deleteAfter: expect.any(String) })
})

test('a part of several clips needs no ZIP64, however large their workflows are', async () => {
  const { user, caller } = await t.signUp()
  const contentType = 'application/json'
  const workflow = { state: 'published' as const, contentType, sizeBytes: 500_000_000, ownerId: user.id }
  for (const videoId of await insertVideos(t, user.id, 3)) {
    const { id: objectId } = await t.insert('objects', workflow)
    await t.insert('workflows', { videoId, objectId })
  }
  await t.change('objects', { sizeBytes: 1 }, { sizeBytes: 1_300_000_000 })
  const { parts } = await planOf(caller)
  expect(parts.map(({ clipsCount }) => clipsCount)).toEqual([0, 2, 1])
  for (const { sizeBytes } of parts) expect(sizeBytes).toBeLessThan(2 ** 32)
})

test('an archive is complete and names missing files', async () => {
  const { caller } = await t.signUp()
  const [kept, deleted] = [await publish(caller), await publish(caller)]
  const lost = await publish(caller, 'plain-h264.mp4', { title: 'Lost at sea' })
  const part = await partOf(caller, 1)
  await caller.delete(`/api/videos/${deleted.id}`)
  await loseFile(lost.id)
  // A clip published since then appears only in the next list of parts.
  await publish(caller)
  const files = await filesOf(caller, part)
  expect([...files.keys()]).toEqual([expect.stringContaining(kept.id), 'MISSING.txt'])
  expect(files.get('MISSING.txt')!.toString()).toContain(`Lost at sea ${lost.id}`)
})

test('a clip whose file and workflow are both missing is named once', async () => {
  const { user, caller } = await t.signUp()
  const [videoId = ''] = await insertVideos(t, user.id, 1)
  const workflow = { state: 'published' as const, contentType: 'application/json', sizeBytes: 2, ownerId: user.id }
  const { id: objectId } = await t.insert('objects', workflow)
  await t.insert('workflows', { videoId, objectId })
  const files = await filesOf(caller, await partOf(caller, 1))
  expect(files.get('MISSING.txt')!.toString().split(videoId)).toHaveLength(2)
})

test('an interrupted download can be continued only while the bytes are the same', async () => {
  const { caller } = await t.signUp()
  const [first] = [await publish(caller), await publish(caller)]
  const { url } = await partOf(caller, 1)
  const ask = (headers: Record<string, string>) => caller.inject({ method: 'GET', url, headers })
  const whole = await ask({})
  const etag = String(whole.headers['etag'])
  const from = Math.floor(whole.rawPayload.length / 2)
  const rest = await ask({ range: `bytes=${from}-`, 'if-range': etag })
  expect(rest.statusCode).toBe(206)
  expect(rest.headers['content-range']).toBe(`bytes ${from}-${whole.rawPayload.length - 1}/${whole.rawPayload.length}`)
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(from))).toBe(true)
  expect((await ask({ range: `bytes=${whole.rawPayload.length}-` })).statusCode).toBe(416)
  const head = await caller.inject({ method: 'HEAD', url, headers: { range: `bytes=${from}-` } })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
    200,
    String(whole.rawPayload.length),
    '',
  ])

  await caller.delete(`/api/videos/${first.id}`)
  const anew = await ask({ range: `bytes=${from}-`, 'if-range': etag })
  expect(anew.statusCode).toBe(200)
  expect((await filesIn(anew)).size).toBe(1)
})

test('the export of an account that was deleted meanwhile is refused as signed out', async () => {
  await expect(openAccount(t.deps, randomUUID())).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
})
