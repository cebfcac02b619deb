import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { VideoPages } from '../../../videos/video-cache.ts'
import { removeUnliked, likedCount, likedVideosQuery } from './liked-videos.queries.ts'

const pages = (nextCursor: string | null) =>
  ({
    pages: [{ videos: [{ isLiked: true }, { isLiked: false }], nextCursor }],
    pageParams: [],
  }) as unknown as VideoPages

test('the count omits unliked cards, and a plus sign stands for further pages', () => {
  expect(likedCount(pages(null))).toBe('1')
  expect(likedCount(pages('next'))).toBe('1+')
})

test('dropping unliked cards keeps the liked ones', () => {
  const client = new QueryClient()
  const { queryKey } = likedVideosQuery('ada')
  client.setQueryData(queryKey, pages(null))
  removeUnliked(client, 'ada')
  expect(client.getQueryData(queryKey)?.pages[0]?.videos).toEqual([{ isLiked: true }])
})
