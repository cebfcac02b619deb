import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listVideos, type VideoPage } from '../../contract/videos/videos.ts'
import { firstPage, mapPages, pagedQuery, type Pages } from './paged-query.ts'

const page = (title: string, nextCursor: string | null) => ({ videos: [{ title }], nextCursor }) as unknown as VideoPage
const titles = (data: InfiniteData<VideoPage> | undefined) => data?.pages.flatMap(({ videos }) => videos[0]?.title)

test('a change made while the next page loads stays, and so does a page that a refetch finds unchanged', async () => {
  const client = new QueryClient()
  const second = Promise.withResolvers<VideoPage>()
  const replies = [page('first', 'b'), second.promise, page('first', 'b'), page('second', null)]
  vi.stubGlobal('fetch', async () => Response.json(await replies.shift()))
  onTestFinished(() => void vi.unstubAllGlobals())
  const query = pagedQuery(listVideos, {})
  const list = new InfiniteQueryObserver(client, query)
  await list.refetch()
  const next = list.fetchNextPage()
  client.setQueryData(query.queryKey, { pages: [page('liked', 'b')], pageParams: [undefined] })
  second.resolve(page('second', null))
  await next
  expect(titles(client.getQueryData(query.queryKey))).toEqual(['liked', 'second'])

  const kept = client.getQueryData(query.queryKey)?.pages[1]
  await list.refetch()
  expect(titles(client.getQueryData(query.queryKey))).toEqual(['first', 'second'])
  expect(client.getQueryData(query.queryKey)?.pages[1]).toBe(kept)
})

const list: Pages<{ names: string[] }> = {
  pages: [{ names: ['Ada', 'Ben'] }, { names: ['Cleo'] }],
  pageParams: [undefined, 'b'],
}

test('a change of a list keeps the unchanged pages, and the list itself if nothing changes', () => {
  const changed = mapPages(list, 'names', (names, i) => (i === 0 ? ['Zoe', ...names] : [...names]))
  expect(changed).toEqual({ ...list, pages: [{ names: ['Zoe', 'Ada', 'Ben'] }, list.pages[1]] })
  expect(changed?.pages[1]).toBe(list.pages[1])
  expect(mapPages(list, 'names', (names) => names.filter((name) => name !== 'Dan'))).toBe(list)
})

test('a list can be reduced to its first page', () => {
  expect(firstPage(list)).toEqual({ pages: [list.pages[0]], pageParams: [undefined] })
})

test('a list that is not cached stays so', () => {
  expect(mapPages<'names', { names: string[] }>(undefined, 'names', (names) => names)).toBeUndefined()
  expect(firstPage(undefined)).toBeUndefined()
})
