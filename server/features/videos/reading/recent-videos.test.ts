import { expect, test } from 'vitest'
import { emitVideoCounted } from '../../../signals/video-signals.ts'
import { insertVideos, testApp } from '../../../test/test-app.ts'
import { RecentVideos } from './recent-videos.ts'
import { listVideosById } from './videos.queries.ts'

const t = testApp()

test('an emitted count replaces the count of a row read before it, but not of a row read after it', async () => {
  const { user } = await t.signUp()
  const [id = ''] = await insertVideos(t, user.id, 1)
  const [row] = await listVideosById(t.db, [id])
  const videos = new RecentVideos(t.deps)
  const emittedAt = performance.now()
  emitVideoCounted(t.deps.signals, { id }, 'likesCount', 7)
  const likesOf = (readAt: number) => videos.createUnshared(row!, readAt).fields.likesCount
  expect([likesOf(emittedAt - 1), likesOf(performance.now() + 1)]).toEqual([7, 0])
})
