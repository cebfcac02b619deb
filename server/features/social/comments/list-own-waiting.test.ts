import { expect, test } from 'vitest'
import type { Comment } from '../../../../contract/social/comments.ts'
import { insertVideos, testApp } from '../../../test/test-app.ts'
import { hideComments, showComments } from './hide-comments.ts'

const t = testApp()

test('an author sees their pending comments until they are reviewed', async () => {
  const [author, other] = [await t.signUp(), await t.signUp()]
  const [videoId = ''] = await insertVideos(t, other.user.id, 1)
  const write = async (text: string) =>
    (await author.caller.post(`/api/videos/${videoId}/comments`, { text })).json<Comment>().id
  const id = await write('See example.org')
  await write('Lovely')
  const texts = async (caller = author.caller) =>
    (await caller.get('/api/account/waiting-comments'))
      .json<{ comments: { text: string; video: { id: string } }[] }>()
      .comments.map(({ text, video }) => [text, video.id])

  expect(await texts()).toEqual([])
  await hideComments(t.db, [id], 'hold')
  expect(await texts()).toEqual([['See example.org', videoId]])
  expect(await texts(other.caller)).toEqual([])
  await showComments(t.db, [id], 'hold')
  expect(await texts()).toEqual([])
})
