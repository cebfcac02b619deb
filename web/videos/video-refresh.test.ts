import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'
import { type SearchPage, searchVideos } from '../../contract/discovery/search.ts'
import { getUser } from '../../contract/social/profiles.ts'
import { keyOf } from '../net/query-keys.ts'
import { newestPageQuery } from './newer-videos.ts'
import { patchVideo, refreshVideoLists } from './video-cache.ts'
import { videoList } from './video-list.ts'
import { refreshAfterBackgroundPublish, refreshAfterDelete } from '../features/videos/refresh/refresh-after.ts'
import { findRemoved, scheduleListRefresh, registerScreen } from './video-refresh.ts'
import { likedVideosQuery } from '../features/social/profiles/liked-videos.queries.ts'
import { tagQuery, tagVideosQuery, toolQuery } from '../features/discovery/tags/tags.queries.ts'
import { feedQuery, userVideosQuery } from './video.queries.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const clip = (id: string, likesCount = 0) => ({ id, likesCount }) as Video

/** Returns a mounted feed of two pages with `onScreen` visible, and a server with pages that can be changed. */
async function setUp(onScreen: string[]) {
  const server: Record<string, VideoPage> = {
    first: { videos: [clip('a'), clip('b'), clip('c')], nextCursor: 'second' },
    second: { videos: [clip('d'), clip('e'), clip('f')], nextCursor: 'third' },
  }
  const asked: string[] = []
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const queryFn = async ({ pageParam: cursor = 'first' }: { pageParam: string | undefined }) => {
    asked.push(cursor)
    return structuredClone(server[cursor]!)
  }
  const feed = new InfiniteQueryObserver(client, { ...feedQuery, queryFn })
  onTestFinished(feed.subscribe(() => undefined))
  await vi.runAllTimersAsync()
  await feed.fetchNextPage()
  asked.length = 0
  onTestFinished(registerScreen(() => new Set(onScreen)))
  const pages = () => client.getQueryData(feedQuery.queryKey)!.pages
  const ids = () => pages().map((page) => page.videos.map(({ id }) => id).join(''))
  return { server, asked, client, pages, ids }
}

test('six changes cause one request, and unchanged videos keep their identity in the cache', async () => {
  const { server, asked, client, pages } = await setUp(['e'])
  server['first'] = { videos: [clip('a', 9), clip('b'), clip('c')], nextCursor: 'second' }
  server['second'] = { videos: [clip('d'), clip('e', 7), clip('f')], nextCursor: 'third' }
  const [first, second] = pages()
  for (let i = 0; i < 6; i++) scheduleListRefresh(client)
  await vi.runAllTimersAsync()
  expect(asked).toEqual(['second'])
  expect(pages()[0]).toBe(first)
  expect(pages()[1]!.videos[0]).toBe(second!.videos[0])
  expect(pages()[1]!.videos[1]!.likesCount).toBe(7)
})

test('new videos are only offered, and removed ones leave only below the screen', async () => {
  const { server, client, ids } = await setUp(['b'])
  server['first'] = { videos: [clip('new'), clip('b')], nextCursor: null }
  scheduleListRefresh(client)
  await vi.runAllTimersAsync()
  expect(ids()).toEqual(['ab', 'def'])
  expect(client.getQueryData(newestPageQuery.queryKey)).toEqual(server['first'])
})

test('a change during the request is not overwritten by its response', async () => {
  const { server, client, pages } = await setUp(['a'])
  server['first'] = { videos: [clip('a', 3), clip('b', 4), clip('c')], nextCursor: 'second' }
  scheduleListRefresh(client)
  vi.advanceTimersByTime(1_000)
  patchVideo(client, 'a', (video) => ({ ...video, likesCount: 1 }))
  await vi.runAllTimersAsync()
  expect(pages()[0]!.videos.map(({ likesCount }) => likesCount)).toEqual([1, 4, 0])
})

test('a clip that has left one list, such as the liked clips, stays on the others', async () => {
  const { client, ids } = await setUp(['a'])
  const server = [clip('a'), clip('b'), clip('c')]
  const queryFn = async () => ({ videos: structuredClone(server), nextCursor: null }) as never
  const liked = new InfiniteQueryObserver(client, { ...likedVideosQuery('ada'), queryFn })
  onTestFinished(liked.subscribe(() => undefined))
  await vi.runAllTimersAsync()
  // The viewer takes the like of `b` back.
  server.splice(1, 1)
  scheduleListRefresh(client)
  await vi.runAllTimersAsync()
  expect(liked.getCurrentResult().data?.pages[0]?.videos.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(ids()).toEqual(['abc', 'def'])
})

test('publishing offers the new clip in the feed and moves no card', async () => {
  const { asked, client, ids } = await setUp(['b'])
  client.setQueryData(newestPageQuery.queryKey, { videos: [clip('a')], nextCursor: null })
  const { queryKey } = userVideosQuery('ada')
  client.setQueryData(queryKey, { pages: [], pageParams: [] })
  const ofTag = tagVideosQuery('sea').queryKey
  client.setQueryData(ofTag, { pages: [], pageParams: [] })
  const ofTool = toolQuery('openai-sora').queryKey
  client.setQueryData(ofTool, { name: 'OpenAI Sora', videosCount: 1, hasMore: false })
  refreshAfterBackgroundPublish(client, 'ada')
  await vi.runAllTimersAsync()
  expect(asked).toEqual([])
  expect(ids()).toEqual(['abc', 'def'])
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  expect([newestPageQuery.queryKey, queryKey, ofTag, ofTool].map(isStale)).toEqual([true, true, true, true])
})

test('deleting a clip refetches the counts of tags and tools and of its creator', () => {
  const client = new QueryClient()
  const profile = keyOf(getUser, { params: { id: 'ada' } })
  const keys = [tagQuery('sea').queryKey, toolQuery('openai-sora').queryKey, profile]
  for (const key of keys) client.setQueryData<unknown>(key, { user: { id: 'ada' } })
  refreshAfterDelete(client, { ...clip('a'), creator: { id: 'ada' } } as Video)
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
})

test('a like updates search results without refetching them, because their order may change', async () => {
  const { server, client } = await setUp(['a'])
  server['first'] = { videos: [clip('a', 1), clip('b'), clip('c')], nextCursor: 'second' }
  const searchQuery = videoList(searchVideos, { query: { q: 'fog' } }, { order: 'ranked', leavesOutMuted: true })
  const asked: string[] = []
  const queryFn = async () => {
    asked.push('found')
    return { videos: [clip('c'), clip('a')], nextCursor: null } as SearchPage
  }
  const found = new InfiniteQueryObserver(client, { ...searchQuery, queryFn })
  onTestFinished(found.subscribe(() => undefined))
  await vi.runAllTimersAsync()
  patchVideo(client, 'a', (video) => ({ ...video, likesCount: 1 }))
  scheduleListRefresh(client)
  await vi.runAllTimersAsync()
  expect(asked).toEqual(['found'])
  const [page] = client.getQueryData(searchQuery.queryKey)!.pages
  expect(page!.videos.map(({ id, likesCount }) => `${id}${likesCount}`)).toEqual(['c0', 'a1'])
  await refreshVideoLists(client)
  expect(asked).toEqual(['found', 'found'])
})

test('after publishing, the clips of a tag are refetched on the next visit, when the new clip is indexed', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const server = [clip('old')]
  const clipsQuery = {
    ...tagVideosQuery('sea'),
    queryFn: async () => ({ videos: structuredClone(server), nextCursor: null }),
  }
  const visit = async () => {
    const leave = new InfiniteQueryObserver(client, clipsQuery).subscribe(() => undefined)
    await vi.runAllTimersAsync()
    leave()
    return client.getQueryData(clipsQuery.queryKey)!.pages[0]!.videos.map(({ id }) => id)
  }
  expect(await visit()).toEqual(['old'])
  await refreshVideoLists(client)
  server.unshift(clip('new'))
  expect(await visit()).toEqual(['new', 'old'])
})

/** Returns a client with two lists, which have been read once. `found` contains clip `a`, and the tag does not. */
async function readLists() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const asked: string[] = []
  const listed = { ...userVideosQuery('ada'), queryFn: () => read('found', [clip('a')]) }
  const other = { ...tagVideosQuery('sea'), queryFn: () => read('tag', [clip('b')]) }
  const read = async (name: string, videos: Video[]): Promise<VideoPage> => {
    asked.push(name)
    return { videos, nextCursor: 'more' }
  }
  const visit = (query: typeof listed | typeof other) => {
    const observer = new InfiniteQueryObserver(client, query)
    return Object.assign(observer, { leave: observer.subscribe(() => undefined) })
  }
  for (const query of [listed, other]) {
    const list = visit(query)
    await vi.runAllTimersAsync()
    list.leave()
  }
  asked.length = 0
  return { client, asked, visit, listed, other }
}

const play = (client: QueryClient) => patchVideo(client, 'a', (video) => ({ ...video, viewsCount: 1 }))

test('outdated lists are refetched on their next visit, although a clip has been played meanwhile', async () => {
  const { client, asked, visit, listed, other } = await readLists()
  // As after signing in, with no list on screen.
  void client.invalidateQueries()
  play(client)
  const leave = [visit(listed), visit(other)].map((list) => list.leave)
  await vi.runAllTimersAsync()
  expect(asked).toEqual(['found', 'tag'])
  for (const each of leave) each()
})

test('a list that was left during its refetch is refetched on the next visit, although a clip has been played', async () => {
  const { client, asked, visit, listed } = await readLists()
  void client.invalidateQueries()
  const reply = Promise.withResolvers<VideoPage>()
  const slow = { ...listed, queryFn: ({ signal }: { signal: AbortSignal }) => (signal.throwIfAborted(), reply.promise) }
  const first = visit(slow as never)
  play(client)
  first.leave()
  await vi.runAllTimersAsync()
  const second = visit(listed)
  await vi.runAllTimersAsync()
  expect(asked).toEqual(['found'])
  second.leave()
})

test('a next page that failed to load is not requested again when a clip is played', async () => {
  const { client, visit, listed } = await readLists()
  const list = visit({ ...listed, queryFn: () => Promise.reject(new Error('No network')) })
  await list.fetchNextPage()
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true)
  play(client)
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true)
  expect(list.getCurrentResult().data?.pages[0]?.videos[0]?.viewsCount).toBe(1)
  list.leave()
})

const pageOf = (ids: string, nextCursor: string | null) => ({ videos: ids.split('').map((id) => clip(id)), nextCursor })

test.each([
  ['a video that is missing between other videos has left the list', 'dcba', 'dba', 'more', 'c'],
  ['a video that was pushed to the next page has not left the list', 'dcba', 'fedc', 'more', ''],
  ['without a next page, every missing video has left the list', 'dcba', 'dc', null, 'ba'],
  ['a response without known videos says nothing about the list', 'ba', 'fe', 'more', ''],
])('%s', (_, before, now, nextCursor, removed) => {
  expect(
    findRemoved(pageOf(before, null), pageOf(now, nextCursor))
      .map(({ id }) => id)
      .join(''),
  ).toBe(removed)
})
