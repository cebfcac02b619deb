import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getAccount } from '../contract/account/account.ts'
import { getOwnUser } from '../contract/account/session.ts'
import { listComments } from '../contract/social/comments.ts'
import { getUnreadCount } from '../contract/social/notifications.ts'
import { getUserByUsername } from '../contract/social/profiles.ts'
import { getVideo, listVideos } from '../contract/videos/videos.ts'
import { buildOwnUser, buildProfile, buildVideo } from './test/build.ts'
import { queryClient } from './net/query-client.ts'
import { Router } from './router.tsx'
import { answer, disconnect, refuse, renderScreen } from './test/screens.tsx'
import { ownUserQuery } from './viewer/viewer.queries.ts'

const video = buildVideo()

test.each([
  ['the feed', '/', listVideos, 'We couldn’t load the videos', { videos: [], nextCursor: null }],
  ['a video', `/video/${video.id}`, getVideo, 'We couldn’t load the video', video],
  ['a profile', '/profile/ada', getUserByUsername, 'We couldn’t load this profile', { user: buildProfile() }],
])('%s that fails to load can be loaded again any number of times', async (_, at, endpoint, sentence, reply) => {
  answer(listComments, { comments: [], nextCursor: null })
  disconnect(endpoint)
  const user = renderScreen(<Router />, { at })
  await screen.findByRole('heading', { name: sentence })
  const refused = refuse(endpoint, 500)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(refused).toHaveLength(1))
  await screen.findByRole('heading', { name: sentence })
  answer(endpoint as never, reply as never)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: sentence })).toBeNull())
})

test('a viewer who cannot be identified is not sent to sign in', async () => {
  disconnect(getOwnUser)
  answer(getUnreadCount, { count: 0 })
  refuse(getAccount, 500)
  const user = renderScreen(<Router />, { at: '/upload', viewer: buildOwnUser() })
  void queryClient.resetQueries({ queryKey: ownUserQuery.queryKey })
  await screen.findByRole('heading', { name: 'We couldn’t load your account' })
  expect(location.pathname).toBe('/upload')
  answer(getOwnUser, buildOwnUser())
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Share Your Creation' })).toBeTruthy()
})

test('a link to the current page adds no history entry and keeps the focus', async () => {
  answer(listVideos, { videos: [], nextCursor: null })
  const user = renderScreen(<Router />)
  await screen.findByRole('heading', { name: 'No videos yet' })
  const link = screen.getByRole('link', { name: 'Feed' })
  const before = history.length
  await user.click(link)
  expect([history.length, document.activeElement]).toEqual([before, link])
  // An entry with a state, such as the profile of a chosen creator, is another page.
  history.replaceState({ creatorId: 'ada' }, '')
  await user.click(link)
  expect(history.length).toBe(before + 1)
})

test.each(['/no/such/page', '/settings/unknown'])(
  'the 404 page of the unknown path %s links to the feed',
  async (at) => {
    renderScreen(<Router />, { at })
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Feed' }).getAttribute('href')).toBe('/')
  },
)
