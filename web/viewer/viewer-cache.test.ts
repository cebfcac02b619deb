import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { asVisitor, forgetViewer, personal } from './viewer-cache.ts'

test('when somebody leaves, what is theirs alone goes, and the rest is as a visitor sees it', async () => {
  const client = new QueryClient()
  const keep = (key: string, data: unknown, meta?: typeof personal) =>
    client.fetchQuery({ queryKey: [key], queryFn: () => data, ...(meta && { meta }) })
  await keep('notifications', [{ actorUsername: 'fan' }], personal)
  const clip = { id: '1', isLiked: true, likesCount: 4, creator: { id: '2' } }
  await keep('videos', { pages: [{ videos: [clip], nextCursor: null }], pageParams: [] })
  await keep('profile', { username: 'ada', isFollowing: true, isOwnProfile: true, relation: 'mute' })

  forgetViewer(client)
  expect(client.getQueryData(['notifications'])).toBeUndefined()
  expect(client.getQueryData(['videos'])).toEqual({
    pages: [{ videos: [{ ...clip, isLiked: false }], nextCursor: null }],
    pageParams: [],
  })
  expect(client.getQueryData(['profile'])).toEqual({
    username: 'ada',
    isFollowing: false,
    isOwnProfile: false,
    relation: null,
  })
})

test('an answer that was on its way to somebody who left does not arrive', async () => {
  const client = new QueryClient()
  const answer = Promise.withResolvers<string>()
  const asked = client.fetchQuery({ queryKey: ['mail'], queryFn: () => answer.promise, meta: personal })
  forgetViewer(client)
  answer.resolve('for former eyes')
  await asked.catch(() => undefined)
  expect(client.getQueryData(['mail'])).toBeUndefined()
})

test('what says nothing of the viewer stays the same object', () => {
  const page = { videos: [{ id: '1', isLiked: false }] }
  expect(asVisitor(page)).toBe(page)
})
