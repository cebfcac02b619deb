import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { COUNTED_UP_TO, type Topic } from '../../../../contract/discovery/tags.ts'
import { hostileTags } from '../../../../contract/videos/tags.fixture.ts'
import { tagPath } from '../../../../contract/videos/tags.ts'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { readPages } from '../../../test/read-pages.ts'
import { insertVideos, type Caller, testApp, type Person } from '../../../test/test-app.ts'
import { indexVideos } from '../search/indexing/index-videos.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'

const t = testApp()

/** Creates clips with these tags, newest first. */
async function tagged(count: number, tags: string, owner?: Person): Promise<string[]> {
  const { user, caller } = owner ?? (await t.signUp())
  const ids = await insertVideos(t, user.id, count)
  for (const id of ids) await caller.patch(`/api/videos/${id}`, { tags })
  await indexVideos(t.deps)
  return ids
}

const pathOf = (tag: string) => `/api${tagPath(tag).replace('/tag/', '/tags/')}`

async function idsOf(path: string, caller: Caller = t.visitor): Promise<string[]> {
  const reply = await caller.get(path)
  expect(reply.statusCode).toBe(200)
  return reply.json<VideoPage>().videos.map(({ id }) => id)
}

const topicOf = async (path: string) => (await t.visitor.get(path)).json<Topic>()

test('any spelling of a tag finds its clips, newest first, without repeats', async () => {
  const ids = await tagged(5, 'Neon Night, other')
  await tagged(1, 'Neon')
  expect(await idsOf(`${pathOf('  neon  NIGHT ')}/videos`)).toEqual(ids)
  const pages = await Array.fromAsync(readPages<VideoPage>(t.visitor, `${pathOf('neon night')}/videos?limit=2`))
  expect(pages.flatMap(({ videos }) => videos.map(({ id }) => id))).toEqual(ids)
  expect(await topicOf(pathOf('NEON NIGHT'))).toEqual({ name: 'Neon Night', videosCount: 5, hasMore: false })
})

test('a hidden clip leaves its tag pages at once and returns when shown', async () => {
  const [id = ''] = await tagged(1, 'Veiled')
  const find = () => idsOf(`${pathOf('veiled')}/videos`)
  expect(await find()).toEqual([id])
  await hideVideo(t.deps, id, 'moderation')
  expect(await find()).toEqual([])
  expect(await idsOf('/api/tools/other/videos?limit=100')).not.toContain(id)
  // The hidden clip’s spelling would reveal that such a clip exists.
  expect(await topicOf(pathOf('veiled'))).toMatchObject({ name: 'veiled', videosCount: 0 })
  await showVideo(t.deps, id, 'moderation')
  await indexVideos(t.deps)
  expect(await find()).toEqual([id])
  expect(await idsOf('/api/tools/other/videos')).toContain(id)
})

test('an unused tag and an unused tool have empty lists', async () => {
  expect(await idsOf(`${pathOf('Never seen')}/videos`)).toEqual([])
  expect(await topicOf(pathOf('Never seen'))).toEqual({ name: 'never seen', videosCount: 0, hasMore: false })
  expect(await idsOf('/api/tools/pika-labs/videos')).toEqual([])
  expect(await topicOf('/api/tools/pika-labs')).toEqual({ name: 'Pika Labs', videosCount: 0, hasMore: false })
  expect((await t.visitor.get('/api/tools/a-camera/videos')).statusCode).toBe(400)
})

test.each(hostileTags)('the path of the tag %s survives URL parsing', async (tag) => {
  const [id] = await tagged(1, tag)
  const { pathname } = new URL(pathOf(tag), 'http://reverie.test')
  expect(await idsOf(`${pathname}/videos`)).toEqual([id])
})

test('clips of muted creators are left out without empty pages in between', async () => {
  const [muted, viewer] = [await t.signUp(), await t.signUp()]
  const [shown = ''] = await tagged(1, 'quiet')
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await t.change('videoTags', { videoId: shown }, { createdAt: hourAgo })
  const theirs = await tagged(3, 'quiet', muted)
  const path = `${pathOf('quiet')}/videos?limit=3`
  expect(await idsOf(path, viewer.caller)).toEqual(theirs)
  await viewer.caller.put(`/api/users/${muted.user.id}/mute`)
  expect(await idsOf(path, viewer.caller)).toEqual([shown])
  expect(await idsOf('/api/tools/other/videos?limit=3', viewer.caller)).not.toContain(theirs[0])
  expect(await idsOf(path)).toEqual(theirs)
})

test('a like is shown on the pages of the clip’s tags at once', async () => {
  const [id = ''] = await tagged(1, 'ready')
  await t.visitor.get(`${pathOf('ready')}/videos`)
  const { caller } = await t.signUp()
  await caller.post(`/api/videos/${id}/like`)
  const page = (await caller.get(`${pathOf('ready')}/videos`)).json<VideoPage>()
  expect(page.videos).toMatchObject([{ likesCount: 1, isLiked: true }])
})

test('the count of a very common tag stops at its limit', async () => {
  const [id = ''] = await tagged(1, 'common')
  await sql`insert into video_tags (tag, created_at, video_id)
    select 'common', now() + i * interval '1 second', ${id}::uuid
    from generate_series(1, ${COUNTED_UP_TO}) as i`.execute(t.db)
  await t.change('tags', { tag: 'common' }, { name: 'Common' })
  await indexVideos(t.deps)
  const counted = await topicOf('/api/tags/Common')
  expect(counted).toEqual({ name: 'Common', videosCount: COUNTED_UP_TO, hasMore: true })
})
