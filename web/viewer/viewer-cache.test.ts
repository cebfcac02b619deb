import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listComments } from '../../contract/social/comments.ts'
import { getAncestors, getLineage } from '../../contract/videos/lineage.ts'
import { getVideo } from '../../contract/videos/videos.ts'
import { keyOf, pagesKeyOf } from '../net/query-keys.ts'
import { asVisitor, removeViewerData, personal } from './viewer-cache.ts'

test('signing out removes personal data and keeps what visitors see', async () => {
  const client = new QueryClient()
  const keep = (key: string, data: unknown, meta?: typeof personal) =>
    client.fetchQuery({ queryKey: [key], queryFn: () => data, ...(meta && { meta }) })
  await keep('notifications', [{ actorUsername: 'fan' }], personal)
  const clip = { id: '1', isLiked: true, likesCount: 4, creator: { id: '2' } }
  await keep('videos', { pages: [{ videos: [clip], nextCursor: null }], pageParams: [] })
  await keep('profile', { username: 'ada', isFollowing: true, isOwnProfile: true, relation: 'mute' })

  removeViewerData(client)
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

test('signing out removes what users see more of than visitors: clips, comments and lineages off the screen', () => {
  const client = new QueryClient()
  const keys = ['shown', 'left'].flatMap((id) => [
    keyOf(getVideo, { params: { id } }),
    keyOf(getLineage, { params: { id } }),
    keyOf(getAncestors, { params: { id } }),
    pagesKeyOf(listComments, { params: { id } }),
  ])
  for (const queryKey of keys) client.setQueryData(queryKey, 'data')
  const observers = keys.slice(0, 4).map((queryKey) => new QueryObserver(client, { queryKey, staleTime: Infinity }))
  const leave = observers.map((observer) => observer.subscribe(() => {}))
  removeViewerData(client)
  expect(keys.map((queryKey) => client.getQueryData(queryKey))).toEqual(
    keys.map((_, i) => (i < 4 ? 'data' : undefined)),
  )
  for (const unsubscribe of leave) unsubscribe()
})

test('a pending response with personal data is dropped on sign-out', async () => {
  const client = new QueryClient()
  const answer = Promise.withResolvers<string>()
  const asked = client.fetchQuery({ queryKey: ['mail'], queryFn: () => answer.promise, meta: personal })
  removeViewerData(client)
  answer.resolve('for former eyes')
  await asked.catch(() => undefined)
  expect(client.getQueryData(['mail'])).toBeUndefined()
})

test('data without viewer-specific fields is the same object after a sign-out', () => {
  const page = { videos: [{ id: '1', isLiked: false }] }
  expect(asVisitor(page)).toBe(page)
})
