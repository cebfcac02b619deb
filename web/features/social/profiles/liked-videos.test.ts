import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { VideoPages } from '../../../videos/video-cache.ts'
import { removeUnliked, likedCount, likedVideosQuery } from './liked-videos.queries.ts'

const liked = { id: 'liked', isLiked: true }
const unliked = { id: 'unliked', isLiked: false }
/** A list whose first clip moved to the second page between two requests. */
const pages = (nextCursor: string | null) =>
  ({
    pages: [
      { videos: [liked, unliked], nextCursor: 'second' },
      { videos: [liked], nextCursor },
    ],
    pageParams: [],
  }) as unknown as VideoPages

test('the count omits unliked cards, counts each clip once, and a plus sign stands for further pages', () => {
  expect(likedCount(pages(null))).toBe('1')
  expect(likedCount(pages('next'))).toBe('1+')
})

test('dropping unliked cards keeps the liked ones', () => {
  const client = new QueryClient()
  const { queryKey } = likedVideosQuery('ada')
  client.setQueryData(queryKey, pages(null))
  removeUnliked(client, 'ada')
  expect(client.getQueryData(queryKey)?.pages[0]?.videos).toEqual([liked])
})
