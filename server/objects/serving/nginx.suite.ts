import { hash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asInOps, type Nginx, startNginx } from '../../../e2e/support/servers/nginx.ts'
import { buildApp } from '../../app.ts'
import { DiskStorage } from '../../storage/disk/disk-storage.ts'
import { findGroup, openToGroup } from '../../storage/disk/object-group.ts'
import { pathInFolder } from '../../storage/disk/shards.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Deps } from '../../setup/deps.ts'
import { startS3Stub } from '../../test/servers/s3-stub.ts'
import { startSwift } from '../../test/swift/swift.ts'
import { insertVideos, startTestApp, type TestApp } from '../../test/test-app.ts'
import { openTestBucket } from '../../test/servers/test-bucket.ts'
import { hideVideo } from '../../features/videos/publishing/hide-video.ts'

// Tests `OBJECTS_ACCEL=nginx` with the shipped ops/nginx.conf and the nginx that is installed on this machine. Skipped
// if there is none.

const BYTES = Buffer.from('0123456789'.repeat(1000))

const isRoot = process.getuid?.() === 0
/**
 * Group of nginx's workers. If root starts nginx, the workers run as another user in this group; otherwise they run as
 * the current user.
 */
const groupName = isRoot ? ['nogroup', 'nobody'].find(findGroup)! : String(process.getgid?.())
const group = findGroup(groupName)!

interface Running {
  url: string
  stop(): Promise<void>
}

async function listen(deps: Deps): Promise<Running> {
  const app = await buildApp(deps)
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() }
}

const ofTheConnection = ['connection', 'date', 'keep-alive', 'server', 'transfer-encoding']

async function ask(origin: string, path: string, init: RequestInit) {
  const reply = await fetch(origin + path, init)
  const headers = [...reply.headers].filter(([name]) => !ofTheConnection.includes(name))
  return { status: reply.status, headers: Object.fromEntries(headers), digest: hash('sha256', await reply.bytes()) }
}

export type Files = 'disk' | 'stub' | 'swift'

interface Opened {
  storage: Storage
  /** Location of the files, for nginx's configuration. */
  place: { objects?: string; bucket?: string }
  close(): Promise<void>
}

/** @param folder Data folder of the site. */
async function open(files: Files, folder: string): Promise<Opened> {
  if (files === 'disk') {
    const storage = await DiskStorage.open(folder, { isShared: true, group })
    await openToGroup(group, { dataDir: folder, objects: folder })
    return { storage, place: { objects: folder }, close: async () => {} }
  }
  const server = files === 'swift' ? await startSwift() : await startS3Stub()
  const [address, keys] =
    'makeBucket' in server
      ? [await server.makeBucket(randomUUID()), server.keys]
      : [server.address, { accessKeyId: 'name', secretAccessKey: 'secret' }]
  const { storage, close } = await openTestBucket(address, keys)
  return {
    storage,
    place: { bucket: address.endpoint ?? '' },
    async close() {
      await close()
      await server.stop()
    },
  }
}

/** Tests `OBJECTS_ACCEL=nginx` with files on a disk, or in a bucket. */
export function testNginx(files: Files): void {
  let t: TestApp
  let opened: Opened
  let umask: number
  let nginx: Nginx
  /** The same site without nginx: the app sends the bytes. */
  let plain: Running
  let behind: Running
  beforeAll(async () => {
    // The server also sets this umask.
    umask = process.umask(0o077)
    t = await startTestApp({ objectsAccel: 'nginx', signing: 'own' })
    opened = await open(files, t.storageFolder)
    behind = await listen({ ...t.deps, storage: opened.storage })
    plain = await listen({ ...t.deps, storage: opened.storage, config: { ...t.deps.config, objectsAccel: undefined } })
    nginx = await startNginx(asInOps([behind.url], opened.place), isRoot ? { user: `nobody ${groupName}` } : {})
  })
  afterAll(async () => {
    process.umask(umask)
    await nginx.stop()
    await plain.stop()
    await behind.stop()
    await opened.close()
    await t.stop()
  })

  async function store(
    contentType: string,
    state: 'published' | 'hidden' = 'published',
    bytes = BYTES,
  ): Promise<string> {
    const { id } = await t.insert('objects', { state, contentType, sizeBytes: bytes.length })
    await opened.storage.write(id, Readable.from([bytes]), { maxBytes: bytes.length })
    return id
  }

  test.each([
    ['the whole', {}, 200],
    ['a range', { range: 'bytes=10-19' }, 206],
    ['an open range', { range: 'bytes=9990-' }, 206],
    ['the last bytes', { range: 'bytes=-7' }, 206],
    ['a range of the copy that it has', { range: 'bytes=1-2', 'if-range': 'ETAG' }, 206],
    ['a range of another copy', { range: 'bytes=1-2', 'if-range': '"another"' }, 200],
    ['several ranges', { range: 'bytes=0-1,5-6' }, 200],
    // The app sends this reply itself, because nginx would repeat each of its headers.
    ['a range past the end', { range: 'bytes=10000-' }, 416],
    ['what it has', { 'if-none-match': 'ETAG' }, 304],
    ['what it has, and a range', { 'if-none-match': 'ETAG', range: 'bytes=1-2' }, 304],
    ['another', { 'if-none-match': '"another"' }, 200],
    ['a newer version of the file', { 'if-modified-since': 'WRITTEN' }, 200],
  ])('nginx answers a request for %s like the app', async (_what, asked, status) => {
    const id = await store('video/mp4')
    const written = (await opened.storage.find(id))!.writtenAt.toUTCString()
    const filledIn = (value: string) => value.replace('ETAG', `"${id}"`).replace('WRITTEN', written)
    const headers = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, filledIn(value)]))
    const path = `/objects/${id}.mp4`
    const [ours, theirs] = [await ask(plain.url, path, { headers }), await ask(nginx.url, path, { headers })]
    expect(theirs).toEqual(ours)
    expect(ours.status).toBe(status)
  })

  test('HEAD requests, playlists and hidden objects get the same replies as without nginx', async () => {
    const video = `/objects/${await store('video/mp4')}.mp4`
    const list = Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n')
    const playlist = `/objects/${await store('application/vnd.apple.mpegurl', 'published', list)}.m3u8`
    const hidden = `/objects/${await store('video/mp4', 'hidden')}.mp4`
    for (const [path, method, status] of [
      [video, 'HEAD', 200],
      [playlist, 'GET', 200],
      [hidden, 'GET', 404],
    ] as const) {
      const [ours, theirs] = [await ask(plain.url, path, { method }), await ask(nginx.url, path, { method })]
      expect(theirs).toEqual(ours)
      expect(ours.status).toBe(status)
    }
  })

  test('a reply sent by nginx also links to the file’s manifest', async () => {
    const [objectId, manifestId] = [await store('video/mp4'), await store('application/c2pa')]
    await t.insert('sidecars', { objectId, manifestId })
    const path = `/objects/${objectId}.mp4`
    for (const headers of [{}, { range: 'bytes=10-19' }] as Record<string, string>[]) {
      const [ours, theirs] = [await ask(plain.url, path, { headers }), await ask(nginx.url, path, { headers })]
      expect(theirs).toEqual(ours)
      expect(ours.headers.link).toBe(`</objects/${manifestId}.c2pa>; rel="c2pa-manifest"`)
    }
    const manifest = `/objects/${manifestId}.c2pa`
    expect(await ask(nginx.url, manifest, {})).toEqual(await ask(plain.url, manifest, {}))
  })

  test('a hidden object is gone at once from all of its addresses', async () => {
    const { user } = await t.signUp()
    const [videoId = ''] = await insertVideos(t, user.id, 1)
    const { originalId: id } = await t.row('videos', videoId)
    await opened.storage.write(id, Readable.from([BYTES]), { maxBytes: BYTES.length })
    expect((await ask(nginx.url, `/objects/${id}.mp4`, {})).status).toBe(200)
    await hideVideo(t.deps, videoId, 'file')
    expect((await ask(nginx.url, `/objects/${id}.mp4`, {})).status).toBe(404)
    for (const inside of [`/_objects/${pathInFolder(id)}`, `/_bucket/reverie/objects/${id}`, '/_unsent']) {
      expect((await ask(nginx.url, inside, {})).status).toBeGreaterThanOrEqual(404)
    }
  })

  test('a failure to send an object is not cached', async () => {
    const id = await store('video/mp4')
    await opened.storage.remove(id)
    const { status, headers } = await ask(nginx.url, `/objects/${id}.mp4`, {})
    expect(status).toBe(files === 'disk' ? 404 : 502)
    expect(headers['cache-control']).toMatch(/no-store$/)
  })
}
