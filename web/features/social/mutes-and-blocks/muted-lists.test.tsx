import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { listMuted, muteUser, unmuteUser } from '../../../../contract/social/mutes-and-blocks.ts'
import { listVideos, type VideoPage } from '../../../../contract/videos/videos.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildVideo } from '../../../test/build.ts'
import { feedQuery, userVideosQuery } from '../../../videos/video.queries.ts'
import { searchQuery } from '../../discovery/search/search.queries.ts'
import { similarVideosQuery } from '../../discovery/similar/similar.queries.ts'
import { tagVideosQuery, toolVideosQuery } from '../../discovery/tags/tags.queries.ts'
import { trendingQuery } from '../../discovery/trending/trending-topics.tsx'
import { remixesQuery } from '../../videos/remixes-page/remixes-page.tsx'
import { likedVideosQuery } from '../profiles/liked-videos.queries.ts'
import { MuteOrBlockButton } from './mute-or-block-button.tsx'
import { removePerson } from './muted-lists.ts'
import { MutedSection } from './muted-section.tsx'
import { mutedQuery } from './mutes-and-blocks.queries.ts'

const byAda = buildVideo({ id: 'by-ada' })
const byBob = buildVideo({ id: 'by-bob', creator: { ...byAda.creator, id: 'bob' } })
const bob = byBob.creator

type ListQuery = Parameters<QueryClient['defaultQueryOptions']>[0]

/** Returns a cache with one list that contains both people. */
function cacheList(query: object) {
  const client = new QueryClient()
  const list = {
    pages: [{ videos: [byAda, byBob], creators: [byAda.creator, bob], nextCursor: 'more' }],
    pageParams: [undefined],
  }
  const cached = client.getQueryCache().build(client, client.defaultQueryOptions(query as ListQuery))
  cached.setData(list)
  return { client, list, cached }
}

test.each([
  ['the feed', feedQuery],
  ['search results', searchQuery({ q: 'dunes', sort: 'best', isExact: false })],
  ['a tag', tagVideosQuery('dunes')],
  ['a tool', toolVideosQuery('other')],
  ['similar clips', similarVideosQuery('by-ada')],
  ['remixes', remixesQuery('by-ada')],
])('a mute removes the person’s clips from %s, and its undo restores them', (_, query) => {
  const { client, list, cached } = cacheList(query)
  const { restore } = removePerson(client, 'bob')
  expect(cached.state.data).toMatchObject({ pages: [{ videos: [byAda], creators: [byAda.creator] }] })
  restore()
  expect(cached.state.data).toEqual(list)
})

test.each([
  ['their own clips', userVideosQuery('bob')],
  ['the clips that the viewer likes', likedVideosQuery('ada')],
  ['the muted people', mutedQuery('ada')],
])('a mute keeps the person in the list of %s', (_, query) => {
  const { client, list, cached } = cacheList(query)
  removePerson(client, 'bob')
  expect(cached.state.data).toBe(list)
})

test('a mute stays when the next page, requested before, arrives', async () => {
  const { client, cached } = cacheList(feedQuery)
  const reply = Promise.withResolvers<VideoPage>()
  answer(listVideos, () => reply.promise)
  const next = new InfiniteQueryObserver(client, feedQuery).fetchNextPage()
  removePerson(client, 'bob')
  reply.resolve({ videos: [byAda, byBob], nextCursor: null })
  await next
  expect(cached.state.data).toMatchObject({ pages: [{ videos: [byAda] }, { videos: [byAda] }] })
})

test.each([
  ['before the mute', true],
  ['before the answer to the mute', false],
])('a mute stays when the first page of a list, requested %s, arrives', async (_, isBefore) => {
  const client = new QueryClient()
  const reply = Promise.withResolvers<VideoPage>()
  const requests = answer(listVideos, () => reply.promise)
  const visit = () => onTestFinished(new InfiniteQueryObserver(client, feedQuery).subscribe(() => undefined))
  if (isBefore) visit()
  const { refetch } = removePerson(client, 'bob')
  if (!isBefore) visit()
  refetch()
  reply.resolve({ videos: [byBob, byAda, byBob], nextCursor: 'more' })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(client.getQueryData(feedQuery.queryKey)).toMatchObject({ pages: [{ videos: [byAda] }] })
  expect(requests).toHaveLength(1)
})

test('a first page with no one else is read again after a mute, because more pages follow', async () => {
  const client = new QueryClient()
  const reply = Promise.withResolvers<VideoPage>()
  const replies = [reply.promise, Promise.resolve({ videos: [byAda], nextCursor: null })]
  answer(listVideos, () => replies.shift()!)
  onTestFinished(new InfiniteQueryObserver(client, feedQuery).subscribe(() => undefined))
  removePerson(client, 'bob').refetch()
  reply.resolve({ videos: [byBob], nextCursor: 'more' })
  await waitFor(() => expect(client.getQueryData(feedQuery.queryKey)).toMatchObject({ pages: [{ videos: [byAda] }] }))
})

test('an undone mute keeps the first page, requested before, as it arrives', async () => {
  const client = new QueryClient()
  const reply = Promise.withResolvers<VideoPage>()
  answer(listVideos, () => reply.promise)
  onTestFinished(new InfiniteQueryObserver(client, feedQuery).subscribe(() => undefined))
  const { restore } = removePerson(client, 'bob')
  restore()
  reply.resolve({ videos: [byAda, byBob], nextCursor: null })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(client.getQueryData(feedQuery.queryKey)).toMatchObject({ pages: [{ videos: [byAda, byBob] }] })
})

test.each([
  ['a refetch that began before', [byAda, byBob], {}, true],
  ['the refetch of a list that it empties', [byBob], {}, false],
  ['the refetch of a list with a count', [byAda, byBob], { count: 2 }, false],
])('a mute is followed by %s, and by no reply that shows the person', async (_, videos, counts, isRefetching) => {
  const cached = { pages: [{ videos, nextCursor: 'more', ...counts }], pageParams: [undefined] }
  queryClient.setQueryData(feedQuery.queryKey, cached)
  onTestFinished(new InfiniteQueryObserver(queryClient, feedQuery).subscribe(() => undefined))
  const [muted, reply] = [Promise.withResolvers<{ relation: 'mute' }>(), Promise.withResolvers<void>()]
  answer(muteUser, () => muted.promise)
  answer(listVideos, () => reply.promise.then(() => ({ videos: [byAda, byBob], nextCursor: null })))
  const user = renderScreen(<MuteOrBlockButton person={bob} relation={null} />, { viewer: buildOwnUser() })
  if (isRefetching) void queryClient.invalidateQueries(feedQuery)
  await user.click(screen.getByRole('button', { name: 'Mute or block' }))
  await user.click(await screen.findByRole('button', { name: 'Mute' }))
  reply.resolve()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const listed = () => queryClient.getQueryData(feedQuery.queryKey)?.pages.flatMap((page) => page.videos)
  expect(listed()).toEqual(videos.filter((video) => video !== byBob))
  const requests = answer(listVideos, { videos: [byAda], nextCursor: null })
  muted.resolve({ relation: 'mute' })
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(listed()).toEqual([byAda]))
})

test('an undone mute repeats a refetch that began before, because its reply leaves out the person', async () => {
  const { client, list, cached } = cacheList(feedQuery)
  onTestFinished(new InfiniteQueryObserver(client, { ...feedQuery, staleTime: Infinity }).subscribe(() => undefined))
  const { restore } = removePerson(client, 'bob')
  const muted = Promise.withResolvers<VideoPage>()
  answer(listVideos, () => muted.promise)
  void client.invalidateQueries(feedQuery)
  const requests = answer(listVideos, list.pages[0]!)
  restore()
  muted.resolve({ videos: [byAda], nextCursor: null })
  await waitFor(() => expect([requests.length, client.isFetching()]).toEqual([1, 0]))
  expect(cached.state.data).toMatchObject({ pages: [{ videos: [byAda, byBob] }] })
})

test('a mute drops the trending topics, because covers do not name creators', () => {
  const client = new QueryClient()
  client.getQueryCache().build(client, client.defaultQueryOptions(trendingQuery)).setData({ tags: [], tools: [] })
  removePerson(client, 'bob')
  expect(client.getQueryData(trendingQuery.queryKey)).toBeUndefined()
})

test('unmuting a person moves the focus to the next one', async () => {
  const muted = [byAda.creator, bob].map(({ id, avatarUrl }) => ({
    id,
    username: null,
    displayName: id,
    avatarUrl,
    relation: 'mute' as const,
    createdAt: byAda.createdAt,
  }))
  answer(listMuted, { muted, nextCursor: null })
  answer(unmuteUser, { relation: null })
  const viewer = buildOwnUser({ id: 'viewer' })
  const user = renderScreen(<MutedSection user={viewer} />, { viewer })
  await user.click(await screen.findByRole('button', { name: `Unmute ${byAda.creator.id}` }))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Unmute bob' }))
})
