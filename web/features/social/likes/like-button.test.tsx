import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { likeVideo, unlikeVideo } from '../../../../contract/social/likes.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, disconnect, type SentRequest } from '../../../test/answers.ts'
import { buildOwnUser, buildVideo } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { videoQuery } from '../../../videos/video.queries.ts'
import { LikeButton } from './like-button.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const likes = { on: { isLiked: true, likesCount: 7 }, off: { isLiked: false, likesCount: 6 } }
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Shown() {
  const { data } = useQuery({ ...videoQuery('video'), enabled: false })
  return data && <LikeButton video={data} />
}

const button = () => screen.getByRole('button', { name: /^Like/ })
const shown = () => button().getAttribute('aria-label')

/** Presses the button on a profile, every 10 ms. The server answers before the next press. */
async function press(times: number): Promise<void> {
  queryClient.setQueryData(videoQuery('video').queryKey, { ...buildVideo(likes.off), hiding: null } as never)
  renderScreen(<Shown />, { viewer: buildOwnUser(), at: '/profile/ada' })
  for (let i = 0; i < times; i++) {
    fireEvent.click(button())
    await wait(10)
  }
}

test.each([
  [20, 'saved', 'Like, 6 likes', 2],
  [21, 'saved', 'Like, 7 likes', 1],
  [20, 'lost', 'Like, 6 likes', 2],
  [21, 'lost', 'Like, 7 likes', 2],
])('%d quick presses, the first of which is %s, end in the state of the last one', async (times, first, end, calls) => {
  const sent: SentRequest[] = []
  const lost = first === 'lost' && new TypeError('Failed to fetch')
  answer(likeVideo, (request) => {
    if (sent.push(request) === 1 && lost) throw lost
    return likes.on
  })
  answer(unlikeVideo, (request) => {
    sent.push(request)
    return likes.off
  })
  await press(times)
  expect([shown(), sent.length]).toEqual([end, 1])
  await wait(1_000)
  expect([shown(), sent.length]).toEqual([end, calls])
  expect(screen.queryByText(/^Failed/)).toBeNull()
})

test('a failed like is rolled back, and a toast says so once', async () => {
  const sent = disconnect(likeVideo)
  await press(1)
  expect(shown()).toBe('Like, 7 likes')
  await wait(1_000)
  expect([shown(), sent.length]).toEqual(['Like, 6 likes', 1])
  expect(screen.getAllByText('Failed to update like status. Please try again.')).toHaveLength(1)
})
