import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { likeVideo, unlikeVideo } from '../../../../contract/social/likes.ts'
import { isToggling } from '../../../net/optimistic-toggle.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildVideo } from '../../../test/build.ts'
import { feedQuery, userVideosQuery, videoQuery } from '../../../videos/video.queries.ts'
import { LikeButton } from './like-button.tsx'

const likes = { on: { isLiked: true, likesCount: 7 }, off: { isLiked: false, likesCount: 6 } }

function Shown() {
  const { data } = useQuery({ ...videoQuery('video'), enabled: false })
  return data && <LikeButton video={data} />
}

const button = () => screen.getByRole('button', { name: /^Like/ })
const shown = () => button().getAttribute('aria-label')

/** Presses the button before the first call has been answered. The calls of `lost` find no server. */
async function press(times: number, lost: number[]): Promise<string[]> {
  queryClient.setQueryData(videoQuery('video').queryKey, { ...buildVideo(likes.off), hiding: null } as never)
  const first = Promise.withResolvers<void>()
  const sent: string[] = []
  for (const [endpoint, name, state] of [
    [likeVideo, 'like', likes.on],
    [unlikeVideo, 'unlike', likes.off],
  ] as const) {
    answer(endpoint, async () => {
      const call = sent.push(name)
      if (call === 1) await first.promise
      if (lost.includes(call)) throw new TypeError('Failed to fetch')
      return state
    })
  }
  renderScreen(<Shown />, { viewer: buildOwnUser(), at: '/profile/ada' })
  for (let i = 1; i <= times; i++) {
    fireEvent.click(button())
    await waitFor(() => expect(shown()).toBe(i % 2 ? 'Like, 7 likes' : 'Like, 6 likes'))
  }
  first.resolve()
  return sent
}

test.each([
  [20, 'no', [], 'Like, 6 likes', ['like', 'unlike']],
  [21, 'no', [], 'Like, 7 likes', ['like']],
  [20, 'the first', [1], 'Like, 6 likes', ['like', 'unlike']],
  [21, 'the first', [1], 'Like, 7 likes', ['like', 'like']],
  [1, 'the only', [1], 'Like, 6 likes', ['like']],
  [20, 'the last', [2], 'Like, 7 likes', ['like', 'unlike']],
])(
  'after %d quick presses of which %s call fails, the button shows the server’s last state, and the next press dismisses the failure toast',
  async (...row) => {
    const [times, , lost, end, calls] = row
    const sent = await press(times, lost)
    await waitFor(() => expect([shown(), sent]).toEqual([end, calls]))
    const isReported = lost.includes(calls.length)
    await waitFor(() => expect(screen.queryAllByText(/^Failed/)).toHaveLength(isReported ? 1 : 0))

    fireEvent.click(button())
    expect(screen.queryAllByText(/^Failed/)).toEqual([])
    // A press of the next row would otherwise join a call of this one.
    await waitFor(() => expect([sent.length, isToggling()]).toEqual([calls.length + 1, false]))
  },
)

test.each(['/', '/profile/ada'])(
  'on %s, a like that a limit refuses is rolled back, and a toast says why',
  async (at) => {
    queryClient.setQueryData(videoQuery('video').queryKey, { ...buildVideo(likes.off), hiding: null } as never)
    refuse(likeVideo, 429, { code: 'RATE_LIMITED', message: 'You can like 600 clips an hour. Try again in 5 minutes.' })
    renderScreen(<Shown />, { viewer: buildOwnUser(), at })
    fireEvent.click(button())
    expect(await screen.findByText('You can like 600 clips an hour. Try again in 5 minutes.')).toBeTruthy()
    expect(shown()).toBe('Like, 6 likes')
  },
)

function Listed() {
  useInfiniteQuery({ ...feedQuery, enabled: false })
  const { data } = useInfiniteQuery({ ...userVideosQuery('person'), enabled: false })
  return data && <LikeButton video={data.pages[0]!.videos[0]!} />
}

test('a press takes back the like that is shown, although an older list shows none', async () => {
  const list = (state: typeof likes.on) => ({
    pages: [{ videos: [buildVideo(state)], nextCursor: null }],
    pageParams: [undefined],
  })
  // The feed was read before the like, which came from another device.
  queryClient.setQueryData(feedQuery.queryKey, list(likes.off))
  queryClient.setQueryData(userVideosQuery('person').queryKey, list(likes.on))
  answer(likeVideo, likes.on)
  const unlikes = answer(unlikeVideo, likes.off)
  renderScreen(<Listed />, { viewer: buildOwnUser() })
  expect(shown()).toBe('Like, 7 likes')
  fireEvent.click(button())
  await waitFor(() => expect([unlikes.length, shown()]).toEqual([1, 'Like, 6 likes']))
})

test('a button of fixed size shortens the number that it shows, but not its name', () => {
  renderScreen(<LikeButton isShort video={buildVideo({ likesCount: 12_345_678 })} />, { viewer: buildOwnUser() })
  expect(button().textContent).toBe('12.3M')
  expect(shown()).toBe('Like, 12,345,678 likes')
})
