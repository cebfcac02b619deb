import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertVideos, testApp } from '../../../../test/test-app.ts'
import { hideVideo, showVideo } from '../../../videos/publishing/hide-video.ts'
import { indexVideos } from './index-videos.ts'
import { normalise } from '../normalise.ts'

const t = testApp()

/** Returns which of these videos have an index row with that word. */
async function having(word: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ videoId: string }>`
    select video_id from video_search where video_id = any (${ids})
      and words @@ plainto_tsquery('reverie', ${normalise(word)})`.execute(t.db)
  return rows.map(({ videoId }) => videoId)
}

const tagsOf = async (id: string) => (await t.rows('videoTags', { videoId: id }, 'tag')).map(({ tag }) => tag)

async function make(changes: object): Promise<{ id: string; edit: (more: object) => Promise<unknown> }> {
  const { user, caller } = await t.signUp()
  const [id = ''] = await insertVideos(t, user.id, 1)
  const edit = (more: object) => caller.patch(`/api/videos/${id}`, more)
  await edit(changes)
  await indexVideos(t.deps)
  return { id, edit }
}

test('a clip is found by other forms of the words in its texts', async () => {
  const { id } = await make({
    title: 'Crème brûlée at DAWN',
    caption: 'Glass cities',
    prompt: 'a slow dolly shot',
    tags: 'Stop Motion, 東京都',
    toolUsed: 'pika-labs',
    model: 'Kling 2.1',
  })
  for (const word of ['creme', 'BRÛLÉE', 'city', 'dollies', 'motion', '京都', 'pika', 'kling 2 1', 'ｄａｗｎ']) {
    expect([word, ...(await having(word, [id]))]).toEqual([word, id])
  }
  expect(await having('dusk', [id])).toEqual([])
  expect(await tagsOf(id)).toEqual(['stop motion', '東京都'])
})

test('a changed clip is found by its new texts', async () => {
  const { id, edit } = await make({ title: 'Herons', tags: 'birds, Fog' })
  await edit({ title: 'Storks', tags: 'birds' })
  await indexVideos(t.deps)
  expect([await having('heron', [id]), await having('stork', [id]), await tagsOf(id)]).toEqual([[], [id], ['birds']])
  await hideVideo(t.deps, id, 'moderation')
  // Hiding takes effect at once, independent of the indexer.
  expect([await having('stork', [id]), await tagsOf(id)]).toEqual([[], []])
  await indexVideos(t.deps)
  expect(await having('stork', [id])).toEqual([])
  await showVideo(t.deps, id, 'moderation')
  await indexVideos(t.deps)
  expect([await having('stork', [id]), await tagsOf(id)]).toEqual([[id], ['birds']])
})

test('concurrent indexers leave each changing clip in its final state', async () => {
  const { user, caller } = await t.signUp()
  const ids = await insertVideos(t, user.id, 30)
  const changing = Promise.all(
    ids.map(async (id, i) => {
      await caller.patch(`/api/videos/${id}`, { title: 'Pelican' })
      if (i % 3 === 0) await hideVideo(t.deps, id, 'file')
      if (i % 3 === 1) await caller.delete(`/api/videos/${id}`)
    }),
  )
  await Promise.all([changing, ...Array.from({ length: 8 }, () => indexVideos(t.deps))])
  await indexVideos(t.deps)
  expect((await having('pelican', ids)).toSorted()).toEqual(ids.filter((_, i) => i % 3 === 2).toSorted())
})
