import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { getFeedAlgorithm, listRisingVideos } from '../../../../contract/discovery/rising.ts'
import { listVideos } from '../../../../contract/videos/videos.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, disconnect, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildVideo } from '../../../test/build.ts'
import { feedQuery } from '../../../videos/video.queries.ts'
import { FeedPage } from './feed-page.tsx'

test('a dialog explains the numbers that decide the order of Rising', async () => {
  answer(listRisingVideos, { videos: [], nextCursor: null })
  refuse(getFeedAlgorithm, 500)
  const user = renderScreen(<FeedPage params={{ feed: 'rising' }} />)
  expect(document.title).toBe('Rising · Reverie')
  expect(screen.getByRole('link', { name: 'Rising' }).getAttribute('aria-current')).toBe('page')
  // Visitors cannot follow creators.
  expect(screen.queryByRole('link', { name: 'Following' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'How this ranking works' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'How Rising works' }))
  expect(dialog.getByText(/^What people are watching and liking right now\./)).toBeTruthy()
  const retry = await dialog.findByRole('button', { name: 'Retry' })
  answer(getFeedAlgorithm, {
    rising: {
      summary: '',
      halfLifeHours: 18,
      days: 8,
      weights: { like: 1, comment: 2, view: 0.05 },
      trust: { own: 0, visitor: 0.1, youngerThanADay: 0.2, youngerThanAWeek: 0.5, others: 1, repeated: 'Half of it.' },
    },
  })
  await user.click(retry)
  expect(await dialog.findByText('0.05')).toBeTruthy()
  expect(dialog.getByText(/half its weight every 18 hours/)).toBeTruthy()
  expect(dialog.getByText('Half of it.')).toBeTruthy()
})

test('the Rising tab stays while the newest clips load or fail to load, unless there are few', async () => {
  answer(listRisingVideos, { videos: [], nextCursor: null })
  disconnect(listVideos)
  const user = renderScreen(<Route path={/^\/(?<feed>rising)?$/} component={FeedPage} />, { at: '/rising' })
  const rising = () => screen.queryByRole('link', { name: 'Rising' })
  await user.click(screen.getByRole('link', { name: 'Newest' }))
  expect(rising()).not.toBeNull()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(rising()).not.toBeNull()
  answer(listVideos, { videos: [buildVideo()], nextCursor: null })
  await user.click(retry)
  await waitFor(() => expect(rising()).toBeNull())
})

test('the Rising tab stays when a mute leaves few clips on the first page of a longer feed', async () => {
  const videos = Array.from({ length: 24 }, (_, i) => buildVideo({ id: `clip-${i}`, title: `Clip ${i}` }))
  answer(listVideos, ({ query }) =>
    query['cursor'] ? new Promise<never>(() => undefined) : { videos, nextCursor: 'more' },
  )
  renderScreen(<FeedPage params={{}} />)
  await screen.findByRole('link', { name: 'Rising' })
  const first = (list: typeof videos) => ({
    pages: [{ videos: list, nextCursor: 'more' }],
    pageParams: [undefined],
  })
  act(() => void queryClient.setQueryData(feedQuery.queryKey, first(videos.slice(0, 3))))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Clip 5' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Rising' })).toBeTruthy()
})
