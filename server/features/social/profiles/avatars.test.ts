import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { everyNth } from '../../../test/every-nth.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { type Caller, publish, signUpWithVideo, testApp, upload } from '../../../test/test-app.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { objectIdIn } from '../../videos/upload/upload-address.ts'
import { keysIn } from '../../../test/storage-with.ts'
import { giveAvatar } from './avatar.fixture.ts'

const t = testApp()

function paint() {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#c03020' } })
}

async function setAvatar(caller: Caller, picture: Buffer) {
  const avatarImageURL = await upload(caller, picture)
  return caller.put('/api/avatar', { avatarImageURL })
}

async function storedKeys(): Promise<string[]> {
  return keysIn(t.deps.storage)
}

/** The quick run tests every other picture, because each needs a process that decodes it. */
const every = sizeOf({ quick: 2, deep: 1 })

test.each(everyNth(['png', 'jpeg', 'webp', 'gif', 'avif'] as const, every))(
  'a picture as %s becomes the avatar',
  async (format) => {
    const { user, caller } = await t.signUp()
    const reply = await setAvatar(caller, await paint().toFormat(format).toBuffer())
    expect(reply.statusCode).toBe(200)
    const { objectPath } = reply.json<{ objectPath: string }>()
    expect(objectPath).toMatch(/^\/objects\/[0-9a-f-]{36}\.webp$/)
    expect((await caller.get('/api/user')).json()).toMatchObject({ avatarUrl: objectPath })
    expect((await t.visitor.get(`/api/users/${user.id}`)).json()).toMatchObject({ user: { avatarUrl: objectPath } })

    const served = await t.visitor.get(objectPath)
    expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  },
)

test('an avatar is upright, one frame, and free of the file’s metadata', async () => {
  const { caller } = await t.signUp()
  // The stored picture lies on its side, red on the left and blue on the right. Upright, red is on top.
  const right = await sharp({ create: { width: 50, height: 100, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const lying = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'red' } })
    .composite([{ input: right, left: 50, top: 0 }])
    .withExif({ IFD0: { Artist: 'a name' }, IFD3: { GPSLatitude: '48/1 0/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { objectPath } = (await setAvatar(caller, lying)).json<{ objectPath: string }>()
  const { rawPayload } = await t.visitor.get(objectPath)
  const { exif, icc, xmp, orientation } = await sharp(rawPayload).metadata()
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * 512 + x) * info.channels).subarray(0, 3)]
  expect(at(256, 50)[0]).toBeGreaterThan(200)
  expect(at(256, 460)[2]).toBeGreaterThan(200)

  const frames = await Promise.all(['#00ff00', '#ff00ff'].map((colour) => paintColour(colour)))
  const animated = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const second = (await setAvatar(caller, animated)).json<{ objectPath: string }>().objectPath
  const still = await sharp((await t.visitor.get(second)).rawPayload).stats()
  expect(still.dominant.g).toBeGreaterThan(200)
})

test('a new avatar appears on the cards at once, and its upload and the former avatar are deleted', async () => {
  const { user, caller, videoId } = await signUpWithVideo(t)
  const picture = await paint().png().toBuffer()
  const before = await storedKeys()
  const first = await giveAvatar(t, user.id)
  await t.visitor.get('/api/videos')
  const second = (await setAvatar(caller, picture)).json<{ objectPath: string }>().objectPath
  const { videos } = (await t.visitor.get('/api/videos')).json<VideoPage>()
  expect(videos.find(({ id }) => id === videoId)?.creator.avatarUrl).toBe(second)
  expect((await t.visitor.get(first)).statusCode).toBe(404)
  expect((await t.visitor.get(second)).statusCode).toBe(200)
  expect(await storedKeys()).toHaveLength(before.length + 1)
  const owned = await t.rows('objects', { ownerId: user.id })
  const pictures = owned.filter(({ contentType }) => contentType !== 'video/mp4')
  expect(pictures).toMatchObject([{ id: objectIdIn(second), state: 'published' }])
})

test('concurrent avatar changes use each upload once, and leave one avatar and no other object', async () => {
  const { user, caller } = await t.signUp()
  const before = await storedKeys()
  const picture = await paint().png().toBuffer()
  const [first, second] = await Promise.all([upload(caller, picture), upload(caller, picture)])
  const set = async (avatarImageURL: string) => (await caller.put('/api/avatar', { avatarImageURL })).statusCode
  expect((await Promise.all([set(first), set(first), set(second)])).toSorted()).toEqual([200, 200, 400])
  expect(await set(first)).toBe(400)
  const { avatarUrl } = (await caller.get('/api/user')).json<OwnUser>()
  expect(await t.rows('objects', { ownerId: user.id })).toMatchObject([{ id: objectIdIn(avatarUrl ?? '') }])
  expect(await storedKeys()).toHaveLength(before.length + 1)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'
const notAPicture = 'We can’t read this file as a picture. Use PNG, JPEG, WebP, GIF or AVIF.'
const svgRefusal = 'SVG files can contain scripts, so we don’t accept them. Please export it as a PNG.'
const damaged = 'This picture is damaged. Please export it again.'

const refused: [is: string, make: () => Buffer | Promise<Buffer>, sentence: string][] = [
  ['an SVG', () => Buffer.from(svg), svgRefusal],
  ['an SVG with a prologue', () => Buffer.from(`<?xml version="1.0"?>\n<!-- x -->\n${svg}`), svgRefusal],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), notAPicture],
  ['a TIFF', () => paint().tiff().toBuffer(), notAPicture],
  ['a video', () => readFile(sampleClip('plain-h264.mp4')), notAPicture],
  ['nothing', () => Buffer.alloc(0), notAPicture],
  ['a PNG that is cut off', async () => (await noise().png().toBuffer()).subarray(0, 20_000), damaged],
  ['a JPEG that is cut off', async () => (await noise().jpeg().toBuffer()).subarray(0, 5_000), damaged],
  ['a WebP that is cut off', async () => (await noise().webp().toBuffer()).subarray(0, 5_000), notAPicture],
  ['16,000 pixels a side', () => whitePng(16_000, 16_000), 'too large: 16000×16000 pixels. Up to 50 megapixels work.'],
  ['a bomb', () => whitePng(60_000, 60_000, 1_000), 'too large: 60000×60000 pixels. Up to 50 megapixels work.'],
  ['a GIF that says it is huge', () => hugeGif(), 'too large: 65535×65535 pixels. Up to 50 megapixels work.'],
]

test.each(everyNth(refused, every))('%s is refused with a message and deleted', async (_, make, sentence) => {
  const { caller } = await t.signUp()
  const before = await storedKeys()
  const reply = await setAvatar(caller, await make())
  expect(reply.statusCode).toBe(400)
  const { code, message, issues } = reply.json<ErrorReply>()
  expect(message).toContain(sentence)
  expect([code, issues]).toEqual(['VALIDATION_FAILED', [{ path: 'avatarImageURL', message }]])
  expect(await storedKeys()).toEqual(before)
  expect((await caller.get('/api/user')).json()).toMatchObject({ avatarUrl: null })
})

test('a picture of five megabytes or more is refused and deleted', async () => {
  const { caller } = await t.signUp()
  const before = await storedKeys()
  const head = await paint().png().toBuffer()
  const reply = await setAvatar(caller, Buffer.concat([head, Buffer.alloc(5 * 1024 ** 2 - head.length)]))
  expect(reply.statusCode).toBe(413)
  expect(reply.json()).toMatchObject({ code: 'TOO_LARGE', message: 'Please choose a picture smaller than 5 MB.' })
  expect(await storedKeys()).toEqual(before)
})

test("only the user's own complete and unused upload is accepted", async () => {
  const [owner, stranger] = [await t.signUp(), await t.signUp()]
  const avatarImageURL = await upload(owner.caller, await paint().png().toBuffer())
  const { videoUrl } = await publish(stranger.caller)
  const ticket = (await stranger.caller.post('/api/objects/upload')).json<{ uploadURL: string }>().uploadURL
  for (const address of [
    avatarImageURL,
    videoUrl,
    ticket,
    'http://127.0.0.1:1/picture.png',
    'file:///etc/passwd',
    '',
  ]) {
    const reply = await stranger.caller.put('/api/avatar', { avatarImageURL: address })
    expect(reply.statusCode).toBe(400)
    expect(reply.json<ErrorReply>().message).toMatch(/^This upload is incomplete, not yours or already used\./)
  }
  expect((await owner.caller.put('/api/avatar', { avatarImageURL })).statusCode).toBe(200)
})

test('a profile accepts only its own avatar or a web address', async () => {
  const [owner, stranger] = [await t.signUp(), await t.signUp()]
  const objectPath = await giveAvatar(t, owner.user.id)
  const { videoUrl } = await publish(owner.caller)
  const update = (who: typeof owner, avatarUrl: string | null) =>
    who.caller.put(`/api/users/${who.user.id}`, { avatarUrl, bio: 'x' })
  expect((await update(owner, objectPath)).statusCode).toBe(200)
  for (const [who, path] of [
    [stranger, objectPath],
    [owner, videoUrl],
    [owner, '/objects/00000000-0000-4000-8000-000000000000'],
  ] as const) {
    const reply = await update(who, path)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ issues: [{ path: 'avatarUrl' }] })
  }
  expect((await t.visitor.get(objectPath)).statusCode).toBe(200)

  const elsewhere = 'https://pictures.example/me.png'
  expect((await update(owner, elsewhere)).json()).toMatchObject({ user: { avatarUrl: elsewhere } })
  expect((await t.visitor.get(objectPath)).statusCode).toBe(404)
  expect((await update(owner, objectPath)).statusCode).toBe(400)
  await sweepObjects(t.deps)
  expect(await storedKeys()).not.toContain(objectIdIn(objectPath))
  // The address is on another site and has the path of one of our objects. It does not count as our object.
  const lookalike = `https://pictures.example${videoUrl}`
  await update(owner, lookalike)
  expect((await update(owner, null)).json()).toMatchObject({ user: { avatarUrl: null } })
  expect((await t.visitor.get(videoUrl)).statusCode).toBe(200)
})

function paintColour(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
}

function noise() {
  return sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
}

/** Creates a white PNG with one bit per pixel, which is small to send and large to decode. */
function whitePng(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 255).fill(0, 0, 1)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: rows }, () => row)), { level: 1 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function hugeGif(): Buffer {
  const size = Buffer.from('ffffffff', 'hex')
  const screen = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from('800000000000ffffff', 'hex')])
  const picture = Buffer.concat([Buffer.from('2c00000000', 'hex'), size, Buffer.from('0002024401003b', 'hex')])
  return Buffer.concat([screen, picture])
}
