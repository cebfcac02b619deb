import { expect, test } from 'vitest'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'
import { countNewer } from './newer-videos.ts'

/** Returns a clip published on the given day of the month. */
const clip = (id: string, day: number) => ({ id, createdAt: new Date(2026, 0, day).toISOString() }) as Video
const page = (videos: Video[], nextCursor: string | null = null): VideoPage => ({ videos, nextCursor })
const list = (...pages: VideoPage[]) => ({ pages })

const [a, b, c, d] = [clip('a', 1), clip('b', 2), clip('c', 3), clip('d', 4)]

test('only videos that are newer than all known videos count as new', () => {
  expect(countNewer(list(page([b, a])), page([d, c, b, a]))).toEqual({ count: 2, more: false })
})

test('an old video that becomes visible again is not new', () => {
  expect(countNewer(list(page([c, a])), page([c, b, a]))).toEqual({ count: 0, more: false })
})

test('a page without known videos may be followed by more new videos', () => {
  expect(countNewer(list(page([a])), page([d, c], 'cursor'))).toEqual({ count: 2, more: true })
  expect(countNewer(list(page([])), page([d, c]))).toEqual({ count: 2, more: false })
})
