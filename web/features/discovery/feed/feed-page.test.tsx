import { act, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getVideo, listVideos, type VideoPage } from '../../../../contract/videos/videos.ts'
import { answer, disconnect, refuse } from '../../../test/answers.ts'
import { buildVideo } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { FeedPage } from './feed-page.tsx'

const feed = <FeedPage params={{}} />

test('a feed that fails to load can be loaded again', async () => {
  disconnect(listVideos)
  const user = renderScreen(feed)
  expect(await screen.findByRole('heading', { name: 'We couldn’t load the videos' })).toBeTruthy()
  answer(listVideos, { videos: [buildVideo()], nextCursor: null })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('article', { name: 'Dunes' })).toBeTruthy()
})

test('placeholders precede the clips, and an empty feed says so', async () => {
  const reply = Promise.withResolvers<VideoPage>()
  answer(listVideos, () => reply.promise)
  renderScreen(feed)
  const skeleton = screen.getByRole('status', { name: 'Loading videos' })
  expect(skeleton.querySelectorAll('.animate-shimmer')).toHaveLength(6)
  reply.resolve({ videos: [], nextCursor: null })
  expect(await screen.findByRole('heading', { name: 'No videos yet' })).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Loading videos' })).toBeNull()
})

test('a failed next page keeps the clips and can be loaded again', async () => {
  const asked = answer(listVideos, ({ query }) => {
    if (query['cursor']) throw new TypeError('Failed to fetch')
    return { videos: [buildVideo()], nextCursor: 'more' }
  })
  const user = renderScreen(feed)
  expect(await screen.findByText('We couldn’t load more videos.')).toBeTruthy()
  expect(screen.getByRole('article', { name: 'Dunes' })).toBeTruthy()
  expect(asked.filter(({ query }) => query['cursor'])).toHaveLength(1)
  answer(listVideos, { videos: [buildVideo({ id: 'second', title: 'Sea' })], nextCursor: null })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('article', { name: 'Sea' })).toBeTruthy()
  expect(screen.queryByText('We couldn’t load more videos.')).toBeNull()
  const about = screen.getByRole('navigation', { name: 'About this site' })
  expect(within(about).getByRole('link', { name: 'About' }).getAttribute('href')).toBe('/about')
})

test('an address that names no clip closes the full-screen view', async () => {
  answer(listVideos, { videos: [buildVideo()], nextCursor: null })
  refuse(getVideo, 404)
  renderScreen(feed, { at: '/?view=00000000-0000-4000-8000-000000000000' })
  expect(await screen.findByRole('article', { name: 'Dunes' })).toBeTruthy()
  await expect.poll(() => location.search).toBe('')
})

test('the note about samples keeps the focus when the window changes its width, and does not return once dismissed', async () => {
  const block = () => {
    throw new DOMException('Blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: block, setItem: block, clear: () => {} })
  const { happyDOM, innerWidth: usual } = window as unknown as {
    happyDOM: { setViewport: (size: { width: number }) => void }
    innerWidth: number
  }
  const resize = (width: number) => act(() => happyDOM.setViewport({ width }))
  onTestFinished(() => resize(usual))
  resize(1024)
  const { creator } = buildVideo()
  answer(listVideos, { videos: [buildVideo({ creator: { ...creator, isSample: true } })], nextCursor: null })
  const user = renderScreen(feed)
  const dismiss = await screen.findByRole('button', { name: 'Got it' })
  const names = () => screen.getAllByRole('button', { name: /^(Got it|Pause all)$/ }).map((each) => each.textContent)
  dismiss.focus()
  for (const [width, order] of [
    [500, ['Pause all', 'Got it']],
    [1024, ['Got it', 'Pause all']],
  ] as const) {
    resize(width)
    expect(names()).toEqual(order)
    expect(document.activeElement).toBe(dismiss)
  }
  await user.click(dismiss)
  resize(500)
  expect(names()).toEqual(['Pause all'])
})
