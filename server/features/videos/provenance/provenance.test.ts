import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Provenance, TrustLists } from '../../../../contract/videos/provenance.ts'
import type { VideoDetail, VideoPage } from '../../../../contract/videos/videos.ts'
import { queueUp } from '../../../test/database/queue-up.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import {
  box,
  namingCredentialsAt,
  quickTimeTags,
  quickTimeText,
  withMovieBoxes,
  XMP_UUID,
  xmp,
} from '../../../test/media/generated-metadata.ts'
import { GENERATED } from '../../../test/media/generated-credentials.ts'
import { createAuthority, signClip } from '../../../test/media/signed-clips.ts'
import { storageWith } from '../../../test/storage-with.ts'
import {
  appOfTest,
  type Caller,
  insertVideos,
  jobOf,
  publish,
  testApp,
  testPerson,
  upload,
} from '../../../test/test-app.ts'
import { enqueueDueChecks, checkVideo } from './check-credentials.jobs.ts'
import { cleanPublished } from '../publishing/clean-published.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'

const t = testApp()
const openAi = await createAuthority('OpenAI')
const clip = bytesOfClip({ width: 64, height: 48, seconds: 0.3 })
/** The clip with content credentials. Its bytes are always the same, so that it is inspected only once. */
let signed: Buffer
/** A clip with content credentials and a location. */
let located: Buffer
const place = '+52.5200+013.4050/'
const person = testPerson(t)
beforeAll(async () => {
  signed = await signClip(clip, openAi)
  located = await signClip(withMovieBoxes(clip, box('udta', quickTimeText('©xyz', place))), openAi)
})
afterEach(() => trust(undefined))

/** Replaces the certificates that the operator has added to the trust lists. */
function trust(pem: string | undefined): void {
  t.deps.config.operatorAnchors = pem
}

async function provenanceOf(id: string, by: Caller = t.visitor): Promise<Provenance> {
  return (await by.get(`/api/videos/${id}/provenance`)).json<Provenance>()
}

/** Returns the file with one bit of its frames flipped. */
function withFlippedBit(film: Buffer): Buffer {
  const changed = Buffer.from(film)
  changed[changed.indexOf('mdat') + 40]! ^= 1
  return changed
}

/**
 * Publishes a clip, and makes it look like a clip that was published before credentials were checked. @returns Its id.
 */
async function publishedBefore(film: Buffer): Promise<string> {
  const { id } = await publish(person.caller, film)
  await t.db.deleteFrom('provenance').where('videoId', '=', id).execute()
  const unchecked = { provenance: 'creator', provenanceCheck: 'pending', provenanceReason: null } as const
  await t.change('videos', id, { ...unchecked, provenanceSigner: null, provenanceTool: null, provenanceSays: null })
  return id
}

const runCheck = (videoId: string) => checkVideo(t.deps, jobOf({ videoId }))

async function originalOf(id: string): Promise<string> {
  const { originalId } = await t.row('videos', id)
  return originalId
}

test('a clip without credentials shows the creator’s statements, which can be corrected', async () => {
  const { id } = await publish(person.caller, clip, { showsReality: true })
  const video = (await t.visitor.get(`/api/videos/${id}`)).json<VideoDetail>()
  const line = { says: null, tool: null, signer: null, signedAt: null, check: 'done', reason: null, removed: null }
  expect(video.provenance).toEqual({ state: 'creator', line })
  const page = (await t.visitor.get('/api/videos')).json<VideoPage>()
  expect(page.videos.find((each) => each.id === id)?.provenance).toEqual({ state: 'creator' })
  expect(await provenanceOf(id)).toEqual({
    state: 'creator',
    ...line,
    evidence: [],
    manifests: [],
    manifestsCount: 0,
    differences: [],
    checkedAt: null,
    reader: null,
    listsDate: null,
    reportUrl: null,
    workflow: null,
    original: { url: video.videoUrl, sizeBytes: clip.length, holdsCredentials: false },
  })
  expect(await t.rows('provenance', { videoId: id })).toEqual([])
  expect(video.showsReality).toBe(true)
  await person.caller.patch(`/api/videos/${id}`, { showsReality: false })
  expect((await t.visitor.get(`/api/videos/${id}`)).json()).toMatchObject({ showsReality: false })
})

test('credentials that an unknown signer signed count only as the file’s own claim', async () => {
  const { id } = await publish(person.caller, signed, { toolUsed: 'pika-labs' })
  const found = await provenanceOf(id)
  expect(found).toMatchObject({ state: 'file', says: 'generated', tool: 'Sora', signer: 'OpenAI', check: 'done' })
  expect(found.evidence).toMatchObject([
    { source: 'credentials', field: 'C2PA', value: GENERATED, signer: 'OpenAI', list: null, isIntact: true },
  ])
  expect(found.manifests).toMatchObject([{ depth: 0, isIntact: true, problems: ['signingCredential.untrusted'] }])
  expect(found.original.holdsCredentials).toBe(true)
  expect(found.differences).toEqual([{ field: 'tool', file: 'Sora', creator: 'Pika Labs' }])
  for (const [toolUsed, model, different] of [
    ['openai-sora', null, []],
    ['other', null, []],
    ['other', 'Sora 2', []],
    ['other', 'Kling', ['Kling']],
  ] as const) {
    await person.caller.patch(`/api/videos/${id}`, { toolUsed, model })
    expect((await provenanceOf(id)).differences.map(({ creator }) => creator)).toEqual(different)
  }
  const video = (await t.visitor.get(`/api/videos/${id}`)).json<VideoDetail>()
  expect(video.provenance.line).toMatchObject({ says: 'generated', tool: 'Sora', signer: 'OpenAI', check: 'done' })
})

test('a signer whose authority the operator lists is verified', async () => {
  trust(openAi.root)
  const { id } = await publish(person.caller, signed, { toolUsed: 'openai-sora' })
  const found = await provenanceOf(id)
  expect(found).toMatchObject({ state: 'verified', says: 'generated', tool: 'Sora', signer: 'OpenAI' })
  expect(found.manifests[0]).toMatchObject({ list: 'operator', problems: [] })
  expect(found.differences).toEqual([])
  expect(found.reader).toMatch(/^c2pa-wasm \d/)
  const report = await t.visitor.get(found.reportUrl!)
  expect(report.headers['content-type']).toBe('application/json')
  expect(report.json()).toHaveProperty('validation_results')
  const page = (await t.visitor.get('/api/videos')).json<VideoPage>()
  expect(page.videos.find((each) => each.id === id)?.provenance).toEqual({ state: 'verified' })
  expect(await findDifferences(t.deps)).toEqual([])
})

test('the signature of a trusted editor does not vouch for the parent', async () => {
  const studio = await createAuthority('A studio')
  const edited = await signClip(clip, studio, { generator: 'Editor', actions: [], parent: signed })
  trust(openAi.root + studio.root)
  const known = await provenanceOf((await publish(person.caller, edited)).id)
  expect(known).toMatchObject({ state: 'verified', says: 'generated', tool: 'Sora', signer: 'A studio' })
  expect(known.manifests).toMatchObject([
    { generator: 'Editor', depth: 0, relationship: null },
    { generator: 'Sora', depth: 1, relationship: 'parentOf', signer: 'OpenAI', isIntact: true },
  ])
  trust(studio.root)
  const unknown = await provenanceOf((await publish(person.caller, edited)).id)
  expect(unknown).toMatchObject({ state: 'verified', says: null, tool: 'Editor', signer: 'A studio' })
})

/** Uploads a signed clip with a location. @returns The fields to publish it. */
async function uploadLocated() {
  return { title: 'A clip', toolUsed: 'other', videoUrl: await upload(person.caller, located) }
}

test('a clip stays verified after its location is removed, even if its first cover was refused', async () => {
  trust(openAi.root)
  const fields = await uploadLocated()
  expect((await person.caller.post('/api/videos', { ...fields, coverAt: 100 })).statusCode).toBe(400)
  const { id, videoUrl } = (await person.caller.post('/api/videos', fields)).json<VideoDetail>()
  expect((await t.visitor.get(videoUrl)).rawPayload.includes(place)).toBe(false)
  expect(await provenanceOf(id)).toMatchObject({ state: 'verified', removed: 'place' })
  const { provenance } = (await t.visitor.get(`/api/videos/${id}`)).json<VideoDetail>()
  expect(provenance.line?.removed).toBe('place')
})

test('a clip is not reported as changed if the server failed after it had removed the location', async () => {
  trust(openAi.root)
  const fields = await uploadLocated()
  const { storage } = t.deps
  t.deps.storage = storageWith(storage, {
    async blank(...args) {
      await storage.blank(...args)
      throw new Error('The server died')
    },
  })
  onTestFinished(() => void (t.deps.storage = storage))
  expect((await person.caller.post('/api/videos', fields)).statusCode).toBe(500)
  t.deps.storage = storage
  const { id } = (await person.caller.post('/api/videos', fields)).json<VideoDetail>()
  expect(await provenanceOf(id)).toMatchObject({ state: 'creator', check: 'impossible', reason: 'changedHere' })
})

test('the provenance of a file includes its own statements', async () => {
  const AIGC = '{"Label":"1","ContentProducer":"kling"}'
  const { id } = await publish(person.caller, withMovieBoxes(clip, quickTimeTags({ AIGC })))
  const found = await provenanceOf(id)
  expect(found).toMatchObject({ state: 'file', says: 'generated', tool: 'kling', signer: null, check: 'done' })
  expect(found.evidence).toMatchObject([{ source: 'tag', field: 'AIGC', signer: null, isIntact: null }])
})

test('a clip whose credentials are at a remote address says so', async () => {
  const type = `<Iptc4xmpExt:DigitalSourceType>${GENERATED}</Iptc4xmpExt:DigitalSourceType>`
  const film = Buffer.concat([clip, box('uuid', XMP_UUID, xmp(type))])
  expect(await provenanceOf((await publish(person.caller, film)).id)).toMatchObject({
    state: 'file',
    says: 'generated',
    evidence: [{ field: 'DigitalSourceType', value: GENERATED }],
  })
  const named = Buffer.concat([clip, namingCredentialsAt('http://127.0.0.1:9/manifest')])
  expect(await provenanceOf((await publish(person.caller, named)).id)).toMatchObject({
    state: 'creator',
    check: 'impossible',
    reason: 'elsewhere',
  })
})

test('clips that were published before credentials were checked are never reported as changed', async () => {
  trust(openAi.root)
  const [intact, changed] = [await publishedBefore(signed), await publishedBefore(withFlippedBit(signed))]
  await enqueueDueChecks(t.deps)
  for (const id of [intact, changed]) await runCheck(id)
  expect(await provenanceOf(intact)).toMatchObject({ state: 'verified', check: 'done' })
  const found = await provenanceOf(changed)
  expect(found).toMatchObject({ state: 'creator', check: 'impossible', reason: 'changedHere' })
  expect(JSON.stringify({ ...found, reportUrl: null })).not.toMatch(/mismatch|false,"signedAt/)
})

test('a clip whose file is replaced during its check is checked again', async () => {
  const id = await publishedBefore(clip)
  const replacementId = (await upload(person.caller, clip)).split('/').at(-1)!
  const replace = (originalId: string) => t.change('videos', id, { originalId })
  const originalId = await originalOf(id)
  const { inspectVideo } = t.deps
  t.deps.inspectVideo = async (...args) => {
    await replace(replacementId)
    return inspectVideo(...args)
  }
  onTestFinished(() => void (t.deps.inspectVideo = inspectVideo))
  await runCheck(id)
  expect(await provenanceOf(id)).toMatchObject({ check: 'done' })
  await replace(originalId)
})

test('a check is retried only while storage is unavailable', async () => {
  const [lost, other] = [await publishedBefore(clip), await publishedBefore(clip)]
  await t.deps.storage.remove(await originalOf(lost))
  const away = vi.spyOn(t.deps.storage, 'check').mockRejectedValue(new Error('not mounted'))
  await expect(runCheck(lost)).rejects.toThrow('not mounted')
  expect(await provenanceOf(lost)).toMatchObject({ check: 'pending' })
  away.mockRestore()
  for (const id of [lost, other]) await runCheck(id)
  expect(await provenanceOf(lost)).toMatchObject({ state: 'creator', check: 'impossible', reason: 'unreadable' })
  expect(await provenanceOf(other)).toMatchObject({ state: 'creator', check: 'done' })
  await person.caller.delete(`/api/videos/${lost}`)
})

test('after the trust lists change, a lost original keeps its findings and delays no other clip', async () => {
  const { id } = await publish(person.caller, signed)
  await t.deps.storage.remove(await originalOf(id))
  trust(openAi.root)
  const job = sql`name = 'check-credentials' and data->>'videoId' = ${id}`
  const listStates = async () => {
    await enqueueDueChecks(t.deps)
    return (await t.jobs('check-credentials', { videoId: id })).map(({ state }) => state)
  }
  expect(await listStates()).toEqual(['created'])
  await sql`update pgboss.job set state = 'failed', completed_on = now() where ${job}`.execute(t.db)
  expect(await listStates()).toEqual(['failed'])
  await sql`delete from pgboss.job where ${job}`.execute(t.db)
  await runCheck(id)
  expect(await listStates()).toEqual([])
  expect(await provenanceOf(id)).toMatchObject({ state: 'file', signer: 'OpenAI', check: 'done' })
  await person.caller.delete(`/api/videos/${id}`)
})

test('a byte changed after signing is reported, also when clips are judged again after the trust lists change', async () => {
  const { id } = await publish(person.caller, located)
  const broken = await publish(person.caller, withFlippedBit(located))
  expect(await provenanceOf(id)).toMatchObject({ state: 'file', removed: 'place' })
  const isBroken = { state: 'broken', check: 'done', removed: null }
  expect(await provenanceOf(broken.id)).toMatchObject(isBroken)
  trust(openAi.root)
  for (const each of [id, broken.id]) await runCheck(each)
  expect(await provenanceOf(id)).toMatchObject({ state: 'verified', removed: 'place' })
  expect(await provenanceOf(broken.id)).toMatchObject({ ...isBroken, signer: 'OpenAI' })
  trust(undefined)
  await runCheck(id)
  expect(await provenanceOf(id)).toMatchObject({ state: 'file', removed: 'place' })
})

test('a clip can be deleted while it is judged again', async () => {
  const { id } = await publish(person.caller, signed)
  trust(openAi.root)
  const judgeAgain = async () => {
    await runCheck(id)
    return { statusCode: 204 }
  }
  const remove = () => person.caller.delete(`/api/videos/${id}`)
  expect(await queueUp(t, 'videos', id, remove, judgeAgain)).toEqual([204, 204])
})

test('cleaning a published clip keeps its provenance state and its report', async () => {
  trust(openAi.root)
  const { inspectVideo } = t.deps
  const uncleaned = { kinds: [], changedBytes: 0, holdsCredentials: true }
  t.deps.inspectVideo = async (...args) => ({ ...(await inspectVideo(...args)), edits: [], privateData: uncleaned })
  const { id } = await publish(person.caller, located)
  t.deps.inspectVideo = inspectVideo
  const before = await provenanceOf(id)
  expect(before).toMatchObject({ state: 'verified', removed: null })
  const video = await t.row('videos', id)
  await cleanPublished(t.deps, video)
  const after = await provenanceOf(id)
  expect(after).toMatchObject({ state: 'verified', removed: 'place', reportUrl: before.reportUrl })
  expect((await t.visitor.get(after.original.url)).rawPayload.includes(place)).toBe(false)
  expect((await t.visitor.get(after.reportUrl!)).statusCode).toBe(200)
  expect(await findDifferences(t.deps)).toEqual([])
})

test('the provenance of a clip is hidden and deleted with the clip', async () => {
  const { id } = await publish(person.caller, signed)
  const { reportUrl } = await provenanceOf(id)
  await hideVideo(t.deps, id, 'moderation')
  expect((await t.visitor.get(`/api/videos/${id}/provenance`)).statusCode).toBe(404)
  expect((await t.visitor.get(reportUrl!)).statusCode).toBe(404)
  expect(await provenanceOf(id, person.caller)).toMatchObject({ state: 'file' })
  await showVideo(t.deps, id, 'moderation')
  await person.caller.delete(`/api/videos/${id}`)
  expect((await t.visitor.get(reportUrl!)).statusCode).toBe(404)
  expect(await findDifferences(t.deps)).toEqual([])
})

test('the trust lists are listed with their dates', async () => {
  const { lists, reader } = (await t.visitor.get('/api/trust-lists')).json<TrustLists>()
  expect(reader).toMatch(/^c2pa-wasm \d/)
  for (const list of lists) {
    expect(list.certificatesCount).toBeGreaterThan(0)
    expect(list.date).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})

test('provenance in lists takes at most 60 bytes per video and no queries', async () => {
  const { user } = await t.signUp()
  const ids = await insertVideos(t, user.id, 24)
  const verified = ids.filter((_, index) => index % 3 === 0)
  await t.change('videos', { id: verified }, { provenance: 'verified' })
  const url = `/api/videos/user/${user.id}`
  expect(await t.countQueries(() => t.visitor.get(url))).toBe(1)
  const { videos } = (await t.visitor.get(url)).json<VideoPage>()
  expect(videos.filter(({ provenance }) => provenance.state === 'verified')).toHaveLength(verified.length)
  const without = videos.map(({ provenance: _state, showsReality: _declared, ...rest }) => rest)
  const weigh = (list: object[]) => gzipSync(JSON.stringify(list)).length
  expect((weigh(videos) - weigh(without)) / videos.length).toBeLessThan(60)
})

test('a failed check is enqueued again a day later, and does not delay other checks meanwhile', async () => {
  const alone = await appOfTest()
  const { user } = await alone.signUp()
  const ids = await insertVideos(alone, user.id, 51)
  const [newest, ...older] = ids
  const listEnqueued = async () => {
    await enqueueDueChecks(alone.deps)
    const enqueued = (await alone.jobs('check-credentials')).filter(({ state }) => state === 'created')
    return enqueued.map(({ data }) => data.videoId).toSorted()
  }
  expect(await listEnqueued()).toEqual([])
  await alone.change('videos', { id: ids }, { provenanceCheck: 'pending' })
  for (let round = 0; round < 2; round++) expect(await listEnqueued()).toEqual(older.toSorted())
  const fail = (ago: string) =>
    sql`
    update pgboss.job set state = 'failed', completed_on = now() - ${ago}::interval
    where name = 'check-credentials' and data->>'videoId' <> ${newest}`.execute(alone.db)
  await fail('23 hours')
  expect(await listEnqueued()).toEqual([newest])
  await fail('25 hours')
  expect(await listEnqueued()).toEqual(ids.toSorted())
})
