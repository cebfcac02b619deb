import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import type { ManifestFacts } from '../../../media/engine/engine.ts'
import { findManifestStore } from '../../../media/credentials/check-credentials.ts'
import { objectAt, objectPath } from '../../../objects/object-address.ts'
import { markDeleted } from '../../../objects/objects.queries.ts'
import { sweepObjects } from '../../../objects/sweep-objects.ts'
import { openSigner } from '../../../signing/signer.ts'
import { box, C2PA_UUID, quickTimeText, uint32, withMovieBoxes } from '../../../test/media/generated-metadata.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { createAuthority, signClip, writeAuthority } from '../../../test/media/signed-clips.ts'
import { storageWith, tooSlow } from '../../../test/storage-with.ts'
import { type Caller, jobOf, publish, startTestApp, type TestApp, upload } from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'
import { checkVideo } from './check-credentials.jobs.ts'
import { findDifferences, repairDifferences } from '../../site/doctor/find-differences.ts'
import { storeMadeFile } from '../renditions/made-files.fixture.ts'
import { makePoster, makePreview, makeStream } from '../renditions/render.jobs.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'
import { signRenditions } from './sign-renditions.jobs.ts'
import { listUnsignedVideos } from './unsigned-renditions.ts'

const FIXTURE = join(import.meta.dirname, '../../../media/credentials/check.fixture.ts')
const MANIFEST_MAX_BYTES = 64 * 1024
const openAi = await createAuthority('OpenAI')
const site = await createAuthority('demo.example')

let t: TestApp
/** The same site without signing. */
let unsigning: TestApp
let caller: Caller
const folder = sharedFolder()
let clip: Buffer
beforeAll(async () => {
  const signing = await writeAuthority(site, folder)
  t = await startTestApp({ signing })
  t.deps.signer = await openSigner(signing, { dataDir: folder, publicUrl: 'https://demo.example' })
  t.deps.config.operatorAnchors = openAi.root
  unsigning = await startTestApp({ beside: t })
  caller = (await t.signUp()).caller
  clip = await readFile(sampleClip('plain-h264.mp4'))
  await writeFile(join(folder, 'anchors.pem'), openAi.root + site.root)
})
afterAll(async () => {
  await unsigning.stop()
  await t.stop()
})
beforeEach(() => sql`delete from pgboss.job`.execute(t.db))

/** Renders a clip, which takes seconds. */
async function publishRendered(film: Buffer): Promise<Video> {
  const { id } = await publish(caller, film)
  for (const step of [makePoster, makePreview, makeStream]) await step(t.deps, jobOf({ videoId: id }))
  return (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
}

/** Returns a clip with this many files as renditions. The first file is the preview. */
async function publishWith(filesCount: number, film = clip): Promise<{ id: string; paths: string[] }> {
  const { id } = await publish(caller, film)
  const ids = await Promise.all(Array.from({ length: filesCount }, () => storeMadeFile(t, id, 'video/mp4')))
  await t.change('videos', id, { previewId: ids[0]!, status: 'ready' })
  return { id, paths: ids.map((each) => objectPath(each, 'video/mp4')) }
}

/** Returns all video and audio files that were made from the clip. */
async function listRenditions(videoId: string): Promise<string[]> {
  const rows = await t.rows('objects', { madeFor: videoId, contentType: 'video/mp4' })
  return rows.map(({ id }) => objectPath(id, 'video/mp4'))
}

async function bytesOf(path: string): Promise<Buffer> {
  return (await t.visitor.get(path)).rawPayload
}

/** Returns the address of the file's signed manifest. */
async function manifestOf(path: string, by = t.visitor): Promise<string | undefined> {
  return /^<(.+)>; rel="c2pa-manifest"$/.exec(String((await by.get(path)).headers.link))?.[1]
}

/**
 * Reads a file with the pinned library in a separate process. The library does not support detached manifests. The
 * manifest is therefore appended to the file, where it changes none of the signed bytes.
 */
async function validate(...files: { bytes: Buffer; manifest?: Buffer }[]): Promise<ManifestFacts[][]> {
  const paths = files.map((_file, index) => join(folder, `validated-${index}.mp4`))
  for (const [index, { bytes, manifest }] of files.entries()) {
    const store = manifest && box('uuid', C2PA_UUID, uint32(0), 'manifest\0', Buffer.alloc(8), manifest)
    await writeFile(paths[index]!, store ? Buffer.concat([bytes, store]) : bytes)
  }
  const { stdout } = await promisify(execFile)(process.execPath, [FIXTURE, join(folder, 'anchors.pem'), ...paths])
  const lines = stdout.trimEnd().split('\n')
  return lines.map((line) => (JSON.parse(line) as { manifests: ManifestFacts[] }).manifests)
}

const withManifest = async (path: string) => ({
  bytes: await bytesOf(path),
  manifest: await bytesOf((await manifestOf(path))!),
})

const jobsWaiting = async () => (await t.jobs('sign-renditions')).length

test('each rendition has a signed manifest that names the original’s signer', async () => {
  const { id, previewUrl, streamUrl } = await publishRendered(await signClip(clip, openAi))
  expect(await jobsWaiting()).toBe(1)
  const paths = await listRenditions(id)
  expect(paths).toContain(previewUrl)
  expect(paths.length).toBeGreaterThan(1)
  const before = await Promise.all(paths.map(bytesOf))
  expect(await listUnsignedVideos(t.db)).toContain(id)
  await signRenditions(t.deps, jobOf({ videoId: id }))
  expect(await listUnsignedVideos(t.db)).not.toContain(id)
  expect(await Promise.all(paths.map(bytesOf))).toEqual(before)
  const files = await Promise.all(paths.map(withManifest))
  const changed = Buffer.from(before[0]!)
  changed[changed.indexOf('mdat') + 40]! ^= 1
  const [ofChanged, ...found] = await validate({ ...files[0]!, bytes: changed }, ...files)
  for (const [own, parent, ...others] of found) {
    expect(own).toMatchObject({ generator: 'Reverie', signer: 'demo.example', isSigned: true, isBound: true })
    expect(own).toMatchObject({ list: 'operator', problems: [] })
    expect(own!.actions.map(({ action, sourceType }) => [action, sourceType])).toEqual([
      ['c2pa.opened', null],
      ['c2pa.transcoded', null],
    ])
    expect(parent).toMatchObject({ generator: 'Sora', signer: 'OpenAI', relationship: 'parentOf', problems: [] })
    expect(others).toEqual([])
  }
  expect(ofChanged![0]).toMatchObject({ isBound: false, problems: ['assertion.bmffHash.mismatch'] })
  for (const { manifest } of files) expect(manifest.length).toBeLessThan(MANIFEST_MAX_BYTES)
  // A playlist is not a media file, so it has no manifest.
  expect(await manifestOf(streamUrl!)).toBeUndefined()
  expect(await findDifferences(t.deps)).toEqual([])
  // Enqueueing it again, as `npm run requeue` does, makes no second manifest.
  await sql`delete from pgboss.job`.execute(t.db)
  await makeStream(t.deps, jobOf({ videoId: id }))
  expect(await jobsWaiting()).toBe(1)
  await signRenditions(t.deps, jobOf({ videoId: id }))
  expect(await t.rows('objects', { contentType: 'application/c2pa' })).toHaveLength(paths.length)
})

test('a rendition is signed only after the credentials of its original are checked', async () => {
  const { id, paths } = await publishWith(1)
  await t.change('videos', id, { provenanceCheck: 'pending' })
  await signRenditions(t.deps, jobOf({ videoId: id }))
  expect(await manifestOf(paths[0]!)).toBeUndefined()
  await checkVideo(t.deps, jobOf({ videoId: id }))
  expect(await jobsWaiting()).toBe(1)
  await signRenditions(t.deps, jobOf({ videoId: id }))
  const [manifests] = await validate(await withManifest(paths[0]!))
  expect(manifests).toMatchObject([{ generator: 'Reverie', isBound: true, problems: [] }])
})

test('the manifest says that our removal of private data broke the credentials', async () => {
  const film = withMovieBoxes(clip, box('udta', quickTimeText('©xyz', '+48.8577+002.2950/')))
  const { id, paths } = await publishWith(1, await signClip(film, openAi))
  await signRenditions(t.deps, jobOf({ videoId: id }))
  const file = await withManifest(paths[0]!)
  const [manifests] = await validate(file)
  expect(manifests).toMatchObject([{ isBound: true, problems: [] }, { signer: 'OpenAI' }])
  const actions = manifests![0]!.actions.map(({ action }) => action)
  expect(actions).toEqual(['c2pa.opened', 'c2pa.edited.metadata', 'c2pa.transcoded'])
  expect(file.manifest.includes('Private data was removed')).toBe(true)
})

test('a manifest is hidden, shown and deleted with its rendition', async () => {
  const { id, paths } = await publishWith(1)
  await signRenditions(t.deps, jobOf({ videoId: id }))
  const [preview = ''] = paths
  const manifest = (await manifestOf(preview))!
  expect((await t.visitor.get(manifest)).headers['content-type']).toBe('application/c2pa')
  expect(await manifestOf(preview, unsigning.visitor)).toBeUndefined()
  const statuses = async (by: Caller) => [(await by.get(preview)).statusCode, (await by.get(manifest)).statusCode]
  await hideVideo(t.deps, id, 'file')
  expect([await statuses(t.visitor), await statuses(caller)].flat()).toEqual([404, 404, 200, 200])
  await showVideo(t.deps, id, 'file')
  expect(await statuses(t.visitor)).toEqual([200, 200])
  await caller.delete(`/api/videos/${id}`)
  expect(await statuses(caller)).toEqual([404, 404])
  expect(await t.rows('objects', { madeFor: id })).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

test('a clip hidden or deleted during signing has no visible manifest', async () => {
  const { id, paths } = await publishWith(3)
  // The files in the order in which they are signed.
  const [, second = ''] = paths.map((path) => objectAt(path)!.id).toSorted()
  const { storage } = t.deps
  const acts = [
    () => hideVideo(t.deps, id, 'file'),
    // The stream is replaced by a new one.
    () => markDeleted(t.db, [second]),
    async () => {
      const manifests = await t.rows('objects', { madeFor: id, contentType: 'application/c2pa' })
      expect(manifests).toMatchObject([{ state: 'hidden' }])
      await caller.delete(`/api/videos/${id}`)
    },
  ]
  const interrupted = storageWith(storage, {
    async writeFile(key, path) {
      await acts.shift()?.()
      return storage.writeFile(key, path)
    },
  })
  await signRenditions({ ...t.deps, storage: interrupted }, jobOf({ videoId: id }))
  expect(acts).toEqual([])
  await sweepObjects(t.deps)
  expect(await t.rows('objects', { madeFor: id })).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

test('signing the preview of a clip without a stream is enqueued, if the site signs', async () => {
  for (const [deps, jobs] of [
    [unsigning.deps, 0],
    [t.deps, 1],
  ] as const) {
    const { id } = await publishWith(1)
    await makeStream({ ...deps, storage: tooSlow(deps.storage) }, jobOf({ videoId: id }))
    expect(await jobsWaiting()).toBe(jobs)
  }
})

test('finding a file takes one query, with or without a manifest', async () => {
  const signed = await publishWith(1)
  await signRenditions(t.deps, jobOf({ videoId: signed.id }))
  const unsigned = await publishWith(1)
  // A process remembers a file for a second, so each file is requested only once from each process.
  for (const path of [signed.paths[0]!, unsigned.paths[0]!]) {
    for (const { countQueries, visitor } of [t, unsigning]) expect(await countQueries(() => visitor.get(path))).toBe(1)
  }
  expect(await manifestOf(signed.paths[0]!)).toBeDefined()
  expect(await manifestOf(unsigned.paths[0]!)).toBeUndefined()
})

test('with an expired certificate nothing is signed, and the log says why', async () => {
  const { id, paths } = await publishWith(1)
  const signer = { ...t.deps.signer!, endsAt: new Date('2026-01-02') }
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  await signRenditions({ ...t.deps, signer }, jobOf({ videoId: id }))
  expect(logged.mock.calls).toEqual([
    ['Signing has stopped: the certificate in C2PA_CERTIFICATE expired on 2026-01-02'],
  ])
  expect(await manifestOf(paths[0]!)).toBeUndefined()
})

test('a manifest without a file is found and removed', async () => {
  const { id } = await publish(caller)
  const manifest = await storeMadeFile(t, id, 'application/c2pa')
  const found = await findDifferences(t.deps)
  expect(found.map(({ line }) => line)).toEqual([`manifest ${manifest} belongs to no file`])
  await repairDifferences(t.deps, found, () => {})
  expect(await findDifferences(t.deps)).toEqual([])
  expect((await t.visitor.get(`/objects/${manifest}`)).statusCode).toBe(404)
})

test('users cannot publish a signed manifest as a video', async () => {
  const path = join(folder, 'signed.mp4')
  await writeFile(path, await signClip(clip, openAi))
  const videoUrl = await upload(caller, Buffer.from((await findManifestStore(path))!))
  const reply = await caller.post('/api/videos', { title: 'A manifest', toolUsed: 'other', videoUrl })
  expect(reply.statusCode).toBe(400)
})

test('an original is downloaded with its signature intact', async () => {
  const signed = await signClip(clip, openAi)
  const { videoUrl } = await publish(caller, signed)
  const bytes = await bytesOf(videoUrl)
  expect(bytes.equals(signed)).toBe(true)
  const [manifests] = await validate({ bytes })
  expect(manifests).toMatchObject([
    { generator: 'Sora', signer: 'OpenAI', isSigned: true, isBound: true, problems: [] },
  ])
})
