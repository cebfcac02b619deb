import { expect, test } from 'vitest'
import type { Video, VideoPage } from '../../../../contract/videos/videos.ts'
import { queueUp } from '../../../test/database/queue-up.ts'
import { type Caller, insertVideos, signUpWithVideo, testApp } from '../../../test/test-app.ts'
import { hideVideo, showVideo } from '../../videos/publishing/hide-video.ts'

const t = testApp()

async function clip(): Promise<{ id: string; owner: Caller }> {
  const { caller, videoId } = await signUpWithVideo(t)
  return { id: videoId, owner: caller }
}

const people = async (count: number) => (await t.signUpMany(count)).map(({ caller }) => caller)

async function stored(id: string): Promise<{ likesCount: number; rows: number; totalLikes: number; notes: number }> {
  const { likesCount, userId } = await t.row('videos', id)
  const { totalLikes } = await t.row('users', userId)
  const [rows, notes] = [await t.rows('likes', { videoId: id }), await t.rows('notifications', { videoId: id })]
  return { likesCount, rows: rows.length, totalLikes, notes: notes.length }
}

test('liking and unliking are idempotent and return the state', async () => {
  const { id } = await clip()
  const { caller: fan } = await t.signUp()
  const like = `/api/videos/${id}/like`
  for (let twice = 0; twice < 2; twice++) {
    expect((await fan.post(like)).json()).toEqual({ isLiked: true, likesCount: 1 })
  }
  expect((await fan.get(`/api/videos/${id}/is-liked`)).json()).toEqual({ isLiked: true })
  expect((await t.visitor.get(`/api/videos/${id}/is-liked`)).json()).toEqual({ isLiked: false })
  for (let twice = 0; twice < 2; twice++) {
    expect((await fan.delete(like)).json()).toEqual({ isLiked: false, likesCount: 0 })
  }
  expect(await stored(id)).toEqual({ likesCount: 0, rows: 0, totalLikes: 0, notes: 0 })
})

test('concurrent likes and unlikes leave exact counts', async () => {
  const { id } = await clip()
  const fans = await people(50)
  const url = `/api/videos/${id}/like`
  const replies = await Promise.all(fans.flatMap((fan) => [fan.post(url), fan.delete(url), fan.post(url)]))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  const { likesCount, rows, totalLikes } = await stored(id)
  expect(likesCount).toBe(rows)
  expect(totalLikes).toBe(rows)
  // The order of these requests is unknown, but one more like by each user makes fifty likes.
  await Promise.all(fans.map((fan) => fan.post(url)))
  expect(await stored(id)).toEqual({ likesCount: 50, rows: 50, totalLikes: 50, notes: 50 })
})

test('the total stays exact when likes coincide with hiding and showing the video', async () => {
  const { id } = await clip()
  const fans = await people(12)
  await Promise.all([
    ...fans.map((fan) => fan.post(`/api/videos/${id}/like`)),
    hideVideo(t.deps, id, 'file').then(() => showVideo(t.deps, id, 'file')),
    hideVideo(t.deps, id, 'file'),
  ])
  await showVideo(t.deps, id, 'file')
  const { likesCount, rows, totalLikes } = await stored(id)
  expect([likesCount, totalLikes]).toEqual([rows, rows])
})

test('a like or unlike that waits for the deletion of its video gets a 404', async () => {
  for (const method of ['POST', 'DELETE'] as const) {
    const { id, owner } = await clip()
    const [fan] = await people(1)
    const url = `/api/videos/${id}/like`
    if (method === 'DELETE') await fan!.post(url)
    const statuses = await queueUp(
      t,
      'videos',
      id,
      () => owner.delete(`/api/videos/${id}`),
      () => fan!.inject({ method, url }),
    )
    expect(statuses).toEqual([204, 404])
  }
})

test('deleting a video does not affect concurrent likes of other videos', async () => {
  const [doomed, other] = [await clip(), await clip()]
  const [fan, second] = await people(2)
  let elsewhere = Promise.resolve(0)
  const statuses = await queueUp(
    t,
    'videos',
    doomed.id,
    () => doomed.owner.delete(`/api/videos/${doomed.id}`),
    () => {
      elsewhere = second!.post(`/api/videos/${other.id}/like`).then(({ statusCode }) => statusCode)
      return fan!.post(`/api/videos/${doomed.id}/like`)
    },
  )
  expect([...statuses, await elsewhere]).toEqual([204, 404, 200])
  expect(await stored(other.id)).toEqual({ likesCount: 1, rows: 1, totalLikes: 1, notes: 1 })
})

test('a user sees their like at once, other viewers only the count', async () => {
  const { id } = await clip()
  const [fan, other] = await people(2)
  const seen = async (caller: Caller) => {
    const page = (await caller.get('/api/videos')).json<VideoPage>()
    const single = (await caller.get(`/api/videos/${id}`)).json<Video>()
    const inList = page.videos.find((video) => video.id === id)!
    // Lists contain fewer details of how a clip was made.
    expect({ ...single, provenance: { state: single.provenance.state } }).toEqual(inList)
    return { isLiked: single.isLiked, likesCount: single.likesCount }
  }
  for (const caller of [t.visitor, fan!, other!]) expect(await seen(caller)).toEqual({ isLiked: false, likesCount: 0 })
  await fan!.post(`/api/videos/${id}/like`)
  expect(await seen(fan!)).toEqual({ isLiked: true, likesCount: 1 })
  for (const caller of [t.visitor, other!]) expect(await seen(caller)).toEqual({ isLiked: false, likesCount: 1 })
  await fan!.delete(`/api/videos/${id}/like`)
  expect(await seen(fan!)).toEqual({ isLiked: false, likesCount: 0 })
})

test('concurrent viewers of different pages see only their own likes', async () => {
  const { user } = await t.signUp()
  const ids = await insertVideos(t, user.id, 6)
  const fans = await people(4)
  const liked = (i: number) => ids.filter((_, n) => n % 4 === i)
  for (const [i, fan] of fans.entries()) for (const id of liked(i)) await fan.post(`/api/videos/${id}/like`)
  const seenBy = async (fan: Caller, limit: number) => {
    const { videos } = (await fan.get(`/api/videos/user/${user.id}?limit=${limit}`)).json<VideoPage>()
    return videos.filter(({ isLiked }) => isLiked).map(({ id }) => id)
  }
  const limits = [1, 3, 7]
  const seen = await Promise.all(fans.flatMap((fan) => limits.map((limit) => seenBy(fan, limit))))
  expect(seen).toEqual(
    fans.flatMap((_, i) => limits.map((limit) => ids.slice(0, limit).filter((id) => liked(i).includes(id)))),
  )
})

test('liked videos are listed newest first, without hidden ones', async () => {
  const [{ user, caller }, owner] = await t.signUpMany(2)
  const ids = await insertVideos(t, owner.user.id, 3)
  for (const id of ids) await caller.post(`/api/videos/${id}/like`)
  const url = `/api/users/${user.id}/liked-videos`
  const liked = async (query = '') =>
    (await caller.get(url + query)).json<{ likedVideos: Video[]; nextCursor: string | null }>()
  expect((await liked()).likedVideos.map(({ id, isLiked }) => [id, isLiked])).toEqual(
    ids.toReversed().map((id) => [id, true]),
  )
  const first = await liked('?limit=2')
  expect((await liked(`?limit=2&cursor=${first.nextCursor}`)).likedVideos.map(({ id }) => id)).toEqual([ids[0]])
  await hideVideo(t.deps, ids[1]!, 'file')
  expect((await liked()).likedVideos.map(({ id }) => id)).toEqual([ids[2], ids[0]])
})
