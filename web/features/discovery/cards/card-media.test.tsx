import { useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { countView } from '../../../../contract/social/views.ts'
import { reportBroken } from '../../../../contract/moderation/report-broken.ts'
import { listVideos, type Video } from '../../../../contract/videos/videos.ts'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { buildVideo } from '../../../test/build.ts'
import { preferReducedMotion } from '../../../test/reduced-motion.ts'
import { feedQuery } from '../../../videos/video.queries.ts'
import type * as Media from './card-media.tsx'

/** Reports every element as wholly visible, because the simulated DOM has no layout. */
class SeesEverything implements Partial<IntersectionObserver> {
  readonly #report: IntersectionObserverCallback
  constructor(report: IntersectionObserverCallback) {
    this.#report = report
  }
  observe(target: Element): void {
    const entry = { target, intersectionRatio: 1 } as IntersectionObserverEntry
    queueMicrotask(() => this.#report([entry], this as unknown as IntersectionObserver))
  }
  unobserve(): void {}
}

let CardMedia: typeof Media.CardMedia
beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('IntersectionObserver', SeesEverything)
  ;({ CardMedia } = await import('./card-media.tsx'))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

function Cards() {
  const videos = useInfiniteQuery(feedQuery).data?.pages[0]?.videos
  return videos?.map((video) => (
    <article key={video.id} aria-label={video.title}>
      <CardMedia video={video} priority="far" heightPx={100} onMeasured={() => undefined} />
    </article>
  ))
}

/** Renders the cards of these clips, and returns the video element of the first card. */
async function openCards(...videos: Video[]): Promise<HTMLVideoElement> {
  answer(listVideos, { videos, nextCursor: null })
  renderScreen(<Cards />)
  return vi.waitUntil(() => document.querySelector('video'), { timeout: 60_000 })
}

test('a clip that does not load shows a message and is reported once', async () => {
  const reports = answer(reportBroken, { hidden: false, alreadyHidden: false })
  fireEvent.error(await openCards(buildVideo()))
  expect(await screen.findByText('Video unavailable')).toBeTruthy()
  await expect.poll(() => reports).toHaveLength(1)
  expect(screen.getByRole('article', { name: 'Dunes' })).toBeTruthy()
})

test('a clip that did not load without a network plays when the network returns', async () => {
  answer(reportBroken, { hidden: false, alreadyHidden: false })
  fireEvent.error(await openCards(buildVideo()))
  expect(await screen.findByText('Video unavailable')).toBeTruthy()
  fireEvent(window, new Event('online'))
  expect(screen.queryByText('Video unavailable')).toBeNull()
  expect(document.querySelector('video')?.getAttribute('src')).toBe('/objects/video.mp4')
})

test('a card leaves the wall when the server hides its clip', async () => {
  answer(reportBroken, { hidden: true, alreadyHidden: false })
  fireEvent.error(await openCards(buildVideo(), buildVideo({ id: 'other', title: 'Other' })))
  await expect.poll(() => screen.queryByRole('article', { name: 'Dunes' })).toBeNull()
  expect(screen.getByRole('article', { name: 'Other' })).toBeTruthy()
})

test('a small clip in processing plays its original, and a failure is not reported', async () => {
  const reports = answer(reportBroken, { hidden: true, alreadyHidden: false })
  const player = await openCards(buildVideo({ status: 'processing', stage: 'poster', videoBytes: 1_000 }))
  expect(player.getAttribute('src')).toBe('/objects/video.mp4')
  expect(screen.queryByText('Processing')).toBeNull()
  fireEvent.error(player)
  await expect.poll(() => document.querySelector('video')).toBeNull()
  expect(screen.getByText('Processing')).toBeTruthy()
  expect(reports).toEqual([])
})

test('a large clip that is being processed is not loaded', async () => {
  const large = buildVideo({ status: 'processing', stage: 'poster', videoBytes: 8_000_001, title: 'Large' })
  await openCards(large, buildVideo({ id: 'small', title: 'Small' }))
  expect(screen.getByRole('article', { name: 'Large' }).querySelector('video')).toBeNull()
  expect(screen.getByText('Processing')).toBeTruthy()
})

test('a card that leaves the wall frees its video', async () => {
  const video = await openCards(buildVideo())
  expect(video.hasAttribute('src')).toBe(true)
  cleanup()
  expect(video.hasAttribute('src')).toBe(false)
})

test('the first play on a card counts a view', async () => {
  const views = answer(countView, { viewsCount: 1 })
  const player = await openCards(buildVideo())
  fireEvent.playing(player)
  fireEvent.playing(player)
  await expect.poll(() => views).toHaveLength(1)
})

test('with reduced motion, a clip that was opened by mouse does not play after Back without another hover', async () => {
  preferReducedMotion()
  const { playRequestHandlers } = await import('../wall/playing/playback.ts')
  answer(listVideos, { videos: [buildVideo()], nextCursor: null })
  renderScreen(<Cards />)
  await screen.findByRole('article', { name: 'Dunes' })
  const player = () => document.querySelector('video')
  act(() => playRequestHandlers('video').onPointerEnter())
  await expect.poll(player).toBeTruthy()
  // The browser reports no leaving pointer for a removed element.
  cleanup()
  renderScreen(<Cards />)
  await screen.findByRole('article', { name: 'Dunes' })
  await expect.poll(player).toBeNull()
  act(() => playRequestHandlers('video').onPointerEnter())
  await expect.poll(player).toBeTruthy()
})
