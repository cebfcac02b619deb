import type { InfiniteData } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { SampleNote } from './sample-note.tsx'

const noted = (...pages: boolean[][]) =>
  SampleNote({
    feed: {
      pages: pages.map((samples) => ({ videos: samples.map((isSample) => ({ creator: { isSample } })) })),
    } as unknown as InfiniteData<VideoPage>,
  }) !== null

test('the note about samples appears only if the first page has samples', () => {
  expect(noted([false, true])).toBe(true)
  expect(noted([false, false], [false, true])).toBe(false)
  expect(noted()).toBe(false)
})
