import { useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { reportBroken } from '../../../../contract/moderation/report-broken.ts'
import { countView } from '../../../../contract/social/views.ts'
import { getVideo, listVideos } from '../../../../contract/videos/videos.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, disconnect, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildVideo } from '../../../test/build.ts'
import { feedQuery, videoQuery } from '../../../videos/video.queries.ts'
import { SwipeLayer } from './swipe-layer.tsx'

const video = buildVideo()

beforeEach(() => void answer(countView, { viewsCount: 1 }))

/** Opens the view at the first of these videos, or at `video` while no video is listed. */
function openView(videos: (typeof video)[], page?: ReactNode) {
  return renderScreen(
    <>
      {page}
      <SwipeLayer videos={videos} onNearEnd={() => undefined} />
    </>,
    { at: `/?view=${(videos[0] ?? video).id}` },
  )
}

test.each([
  [
    'the card of its clip',
    <article key="card">
      <a href={`/video/${video.id}`}>Target</a>
    </article>,
  ],
  [
    'the heading of the page if no card is there',
    <h1 key="heading" tabIndex={-1}>
      Target
    </h1>,
  ],
])('a view without an opener returns the focus to %s', async (_, target) => {
  const user = openView([video], target)
  await screen.findByRole('dialog', { name: 'Videos, full screen' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Target')))
})

test('when the view closes because of a navigation, the new page sets the focus', async () => {
  openView([video], <h1 tabIndex={-1}>Target</h1>)
  await screen.findByRole('dialog', { name: 'Videos, full screen' })
  act(() => history.pushState(null, '', '/profile/ada'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(document.body)
})

/** Opens the view at the first of three slides, each 100 pixels high. */
async function openSlides() {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
  onTestFinished(() => void vi.restoreAllMocks())
  const user = openView(['first', 'second', 'third'].map((id) => buildVideo({ id, title: id })))
  return { user, scroller: (await screen.findByRole('dialog')).querySelector('.swipe-scroller')! }
}

test('a key that a busy browser handles late continues the movement of the key before', async () => {
  const { scroller } = await openSlides()
  const scrollTo = vi.spyOn(scroller, 'scrollTo').mockImplementation(() => undefined)
  const press = () => new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })
  const [first, second] = [press(), press()]
  fireEvent(scroller, first)
  const nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs + 1_000)
  fireEvent(scroller, second)
  expect(scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ top: 200 }))
})

test('a paused video plays again when the viewer returns to it', async () => {
  const { user, scroller } = await openSlides()
  const region = await screen.findByRole('region', { name: 'first' })
  const [slide, player] = [within(region), region.querySelector('video')!]
  // Once its beginning has loaded, a video keeps its player while the viewer is at its neighbour.
  const buffered = { length: 1, start: () => 0, end: () => 5 }
  Object.defineProperties(player, { duration: { value: 5 }, buffered: { value: buffered } })
  fireEvent.progress(player)
  await user.click(slide.getByRole('button', { name: 'Pause' }))
  expect(slide.getByRole('button', { name: 'Play' })).toBeTruthy()
  for (const [top, viewed] of [
    [100, 'second'],
    [0, 'first'],
  ] as const) {
    fireEvent.scroll(scroller, { target: { scrollTop: top } })
    expect(location.search).toBe(`?view=${viewed}`)
  }
  expect(await slide.findByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(player.isConnected).toBe(true)
})

test('a view shows that its video is loading, and requests no further videos until it has loaded', async () => {
  const reply = Promise.withResolvers<typeof video>()
  answer(getVideo, () => reply.promise)
  const onNearEnd = vi.fn<() => void>()
  const videos = Array.from({ length: 9 }, (_, i) => buildVideo({ id: `listed-${i}`, title: 'Listed' }))
  renderScreen(<SwipeLayer videos={videos} onNearEnd={onNearEnd} />, { at: `/?view=${video.id}` })
  const dialog = within(await screen.findByRole('dialog', { name: 'Videos, full screen' }))
  expect(dialog.getByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(onNearEnd).not.toHaveBeenCalled()
  reply.resolve(video)
  expect(await dialog.findByRole('region', { name: video.title })).toBeTruthy()
  expect(dialog.queryByRole('status', { name: 'Loading' })).toBeNull()
  expect(onNearEnd).not.toHaveBeenCalled()
})

test('a video that did not load without a network plays when the network returns', async () => {
  disconnect(reportBroken)
  openView([video])
  const slide = await screen.findByRole('region', { name: video.title })
  expect(within(slide).getByRole('button', { name: 'Follow Ada' })).toBeTruthy()
  fireEvent.error(slide.querySelector('video')!)
  expect(await screen.findByText('Video unavailable')).toBeTruthy()
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(slide.querySelector('video')?.getAttribute('src')).toBe('/objects/video.mp4'))
})

test('a view stays open with a Retry button after its video failed to load, and closes if the video is gone', async () => {
  refuse(getVideo, 502)
  const user = openView([])
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.getByRole('heading', { name: 'We couldn’t load the video' })).toBeTruthy()
  answer(getVideo, video)
  await user.click(retry)
  expect(await screen.findByRole('region', { name: video.title })).toBeTruthy()
  refuse(getVideo, 404)
  void queryClient.resetQueries(videoQuery(video.id))
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  queryClient.clear()
  // An address that names no video.
  openView([])
  await waitFor(() => expect(location.search).toBe(''))
})

function Feed() {
  const { data } = useInfiniteQuery(feedQuery)
  return <SwipeLayer videos={data?.pages[0]?.videos ?? []} onNearEnd={() => undefined} />
}

test('a view skips a video that was deleted elsewhere', async () => {
  const videos = ['deleted', 'after it'].map((title) => buildVideo({ id: title, title }))
  answer(listVideos, { videos, nextCursor: null })
  await queryClient.prefetchInfiniteQuery(feedQuery)
  refuse(reportBroken, 404, { code: 'NOT_FOUND' })
  renderScreen(<Feed />, { at: '/?view=deleted' })
  const slide = await screen.findByRole('region', { name: 'deleted' })
  fireEvent.error(slide.querySelector('video')!)
  await waitFor(() => expect(slide.isConnected).toBe(false))
  expect(new URLSearchParams(location.search).get('view')).toBe('after it')
})
