import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Comment } from '../../../contract/social/comments.ts'
import type { Video } from '../../../contract/videos/videos.ts'
import { findDifferences } from '../../features/site/doctor/find-differences.ts'
import { hideVideo, showVideo } from '../../features/videos/publishing/hide-video.ts'
import { sampleClip } from '../media/sample-clips.ts'
import { upload, testApp } from '../test-app.ts'

const t = testApp()

test('concurrent and repeated actions by fifty users leave no inconsistency', async () => {
  const people = await t.signUpMany(50)
  const [creator, other] = people
  const clip = await readFile(sampleClip('plain-h264.mp4'))

  // Each publish is sent twice; exactly one of the two succeeds.
  const published: Video[] = []
  for (const { caller } of [creator, creator, other]) {
    const videoUrl = await upload(caller, clip)
    const body = { title: 'A clip', toolUsed: 'other', videoUrl }
    const replies = await Promise.all([caller.post('/api/videos', body), caller.post('/api/videos', body)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400])
    published.push(replies.find(({ statusCode }) => statusCode === 201)!.json<Video>())
  }
  const [first, second, doomed] = published as [Video, Video, Video]
  const comment = (await other.caller.post(`/api/videos/${first.id}/comments`, { text: 'First' })).json<Comment>()

  const visits = people.map(() => randomUUID())
  const replies = await Promise.all([
    ...people.flatMap(({ caller }, i) => [
      ...[first, second, doomed].flatMap(({ id }) => [
        caller.post(`/api/videos/${id}/like`),
        caller.delete(`/api/videos/${id}/like`),
        caller.post(`/api/videos/${id}/like`),
        caller.post(`/api/videos/${id}/view`),
        caller.post(`/api/videos/${id}/view`, { visitId: visits[i] }),
        caller.post(`/api/videos/${id}/view`, { visitId: visits[i] }),
      ]),
      caller.post(`/api/users/${people[(i + 1) % people.length]!.user.id}/follow`),
      caller.post(`/api/users/${people[(i + 2) % people.length]!.user.id}/follow`),
      caller.delete(`/api/users/${people[(i + 1) % people.length]!.user.id}/follow`),
      caller.post(`/api/comments/${comment.id}/like`),
      caller.delete(`/api/comments/${comment.id}/like`),
      caller.post(`/api/comments/${comment.id}/like`),
      caller.post(`/api/videos/${second.id}/comments`, { text: 'Lovely' }),
      caller.post(`/api/videos/${first.id}/report`, { reason: 'spam' }),
    ]),
    other.caller.delete(`/api/videos/${doomed.id}`),
    hideVideo(t.deps, second.id, 'file').then(() => showVideo(t.deps, second.id, 'file')),
  ])
  const statuses = new Set(replies.map((reply) => ('statusCode' in reply ? reply.statusCode : 200)))
  expect([...statuses].filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([])

  // The last action of each person.
  await Promise.all(people.map(({ caller }) => caller.post(`/api/videos/${first.id}/like`)))
  expect((await t.visitor.get(`/api/videos/${first.id}`)).json()).toMatchObject({ likesCount: 50, viewsCount: 100 })
  expect(await findDifferences(t.deps)).toEqual([])
})
