import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { asVisitor, forgetViewer, personal } from './viewer-cache.ts'

test('signing out removes personal data and keeps what visitors see', async () => {
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

test('a pending response with personal data is dropped on sign-out', async () => {
  const client = new QueryClient()
  const answer = Promise.withResolvers<string>()
  const asked = client.fetchQuery({ queryKey: ['mail'], queryFn: () => answer.promise, meta: personal })
  forgetViewer(client)
  answer.resolve('for former eyes')
  await asked.catch(() => undefined)
  expect(client.getQueryData(['mail'])).toBeUndefined()
})

test('data without viewer-specific fields is the same object after a sign-out', () => {
  const page = { videos: [{ id: '1', isLiked: false }] }
  expect(asVisitor(page)).toBe(page)
})
