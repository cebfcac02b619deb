import { beforeAll, expect, test } from 'vitest'
import type { SimilarVideos } from '../../../../contract/discovery/similar.ts'
import { type Caller, insertVideos, testApp, type Person } from '../../../test/test-app.ts'
import { indexVideos } from '../search/indexing/index-videos.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'
import { workOnComparisons } from './compare-video.jobs.ts'

const t = testApp()
beforeAll(async () => {
  await workOnComparisons(t.deps)
})

/**
 * Creates clips with these fields, by different owners unless given. The clips of one test share words that no other
 * test uses.
 */
async function clips(list: object[], owner?: Person) {
  const made = []
  for (const fields of list) {
    const person = owner ?? (await t.signUp())
    const [id = ''] = await insertVideos(t, person.user.id, 1)
    await person.caller.patch(`/api/videos/${id}`, fields)
    made.push({ id, ...person })
  }
  return made
}

async function settle(): Promise<void> {
  await indexVideos(t.deps)
  await compared()
}

/** Waits until no comparison is enqueued or running. */
async function compared(): Promise<void> {
  const isOver = ({ state }: { state: string }) => state === 'completed' || state === 'failed'
  await expect.poll(async () => (await t.jobs('compare-video')).every(isOver)).toBe(true)
}

async function similar(id: string, caller: Caller = t.visitor): Promise<SimilarVideos> {
  const reply = await caller.get(`/api/videos/${id}/similar`)
  expect(reply.statusCode).toBe(200)
  return reply.json<SimilarVideos>()
}

const idsOf = async (id: string, caller?: Caller) => (await similar(id, caller)).videos.map((video) => video.id)

test('clips with the same rare words or tags are similar', async () => {
  const [one, words, tags, model] = await clips([
    { title: 'Ocelots in the Brúme', prompt: 'An ocelot among vitrines', tags: 'Brass Rain', model: 'Kling 2.1' },
    { title: 'Brume', prompt: 'vitrine, ocelots' },
    { title: 'Something else', tags: 'brass rain' },
    { title: 'Of another kind', model: 'kling 2.1' },
  ])
  await settle()
  const { videos, because, nextCursor } = await similar(one!.id)
  expect(videos.map(({ id }) => id)).toEqual([tags!.id, words!.id])
  expect(because[tags!.id]).toEqual({ kind: 'tags', tags: ['Brass Rain'] })
  expect(because[words!.id]).toEqual({ kind: 'words', words: ['ocelots', 'vitrines', 'brúme'] })
  expect(nextCursor).toBeNull()
  expect(await idsOf(model!.id)).toEqual([])
})

test('once a new clip has been compared, similar clips list each other', async () => {
  const [old] = await clips([{ title: 'Quagga at noon', tags: 'quagga' }])
  await settle()
  expect(await idsOf(old!.id)).toEqual([])
  const [fresh] = await clips([{ title: 'Quagga at dusk', tags: 'quagga' }])
  // This request comes before the comparison, so its empty result must not stay cached.
  expect(await idsOf(fresh!.id)).toEqual([])
  await settle()
  expect(await idsOf(fresh!.id)).toEqual([old!.id])
  expect(await idsOf(old!.id)).toEqual([fresh!.id])
})

test('an edited clip is compared again', async () => {
  const [one, other] = await clips([{ title: 'Pangolin' }, { title: 'Pangolin' }])
  await settle()
  expect(await idsOf(one!.id)).toEqual([other!.id])
  await other!.caller.patch(`/api/videos/${other!.id}`, { title: 'Numbat' })
  await settle()
  expect(await idsOf(other!.id)).toEqual([])
})

test('clips that list an edited clip, or become similar to it, are compared again', async () => {
  const [one, other, third] = await clips([{ title: 'Okapi' }, { title: 'Okapi' }, { title: 'Gerenuk' }])
  await settle()
  expect(await idsOf(one!.id)).toEqual([other!.id])
  expect(await idsOf(third!.id)).toEqual([])
  await other!.caller.patch(`/api/videos/${other!.id}`, { title: 'Gerenuk' })
  await settle()
  expect(await idsOf(one!.id)).toEqual([])
  expect(await idsOf(third!.id)).toEqual([other!.id])
})

test('hidden clips leave the list at once and return when they are shown', async () => {
  const [one, hidden, deleted] = await clips([{ title: 'Axolotl' }, { title: 'Axolotl' }, { title: 'Axolotl' }])
  await settle()
  expect((await idsOf(one!.id)).toSorted()).toEqual([hidden!.id, deleted!.id].toSorted())
  await hideVideo(t.deps, hidden!.id, 'moderation')
  await deleted!.caller.delete(`/api/videos/${deleted!.id}`)
  expect(await similar(one!.id)).toMatchObject({ videos: [], because: {} })
  await showVideo(t.deps, hidden!.id, 'moderation')
  expect(await idsOf(one!.id)).toEqual([hidden!.id])
  await hideVideo(t.deps, one!.id, 'moderation')
  expect((await t.visitor.get(`/api/videos/${one!.id}/similar`)).statusCode).toBe(404)
})

test('clips of muted people are left out for the muting viewer only', async () => {
  const [one, muted] = await clips([{ title: 'Tamarin' }, { title: 'Tamarin' }])
  await settle()
  const { caller } = await t.signUp()
  await caller.put(`/api/users/${muted!.user.id}/mute`)
  expect(await idsOf(one!.id, caller)).toEqual([])
  expect(await idsOf(one!.id)).toEqual([muted!.id])
})

test('at most three clips per creator are listed, and never the clip itself', async () => {
  const owner = await t.signUp()
  const own = await clips(
    Array.from({ length: 5 }, () => ({ title: 'Capybara' })),
    owner,
  )
  await settle()
  const ids = await idsOf(own[0]!.id)
  expect(ids).toHaveLength(3)
  expect(ids).not.toContain(own[0]!.id)
})

test('clips are similar if the same five people like them, but not four', async () => {
  const [one, other, fourth] = await clips([{ title: 'Dugong' }, { title: 'Wombat' }, { title: 'Kinkajou' }])
  for (let i = 0; i < 5; i++) {
    const { caller } = await t.signUp()
    for (const { id } of [one!, other!, ...(i > 0 ? [fourth!] : [])]) await caller.post(`/api/videos/${id}/like`)
  }
  await settle()
  expect((await similar(one!.id)).because).toEqual({ [other!.id]: { kind: 'likes' } })
})

test('a list older than a day is computed again after a request', async () => {
  const [one, other] = await clips([{ title: 'Serval' }, { title: 'Serval' }])
  await settle()
  await t.db.deleteFrom('videoNeighbours').where('videoId', '=', one!.id).execute()
  const old = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await t.change('videoComparisons', { videoId: one!.id }, { comparedAt: old })
  expect(await idsOf(one!.id)).toEqual([])
  await compared()
  expect(await idsOf(one!.id)).toEqual([other!.id])
})
