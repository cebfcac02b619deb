import { InfiniteQueryObserver } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Route } from 'wouter'
import { getOwnUser } from '../../../../contract/account/session.ts'
import { listFollowingVideos } from '../../../../contract/discovery/following.ts'
import { listVideos, type VideoPage } from '../../../../contract/videos/videos.ts'
import { setRefusalHandler } from '../../../net/api.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildVideo } from '../../../test/build.ts'
import { newestPageQuery } from '../../../videos/newer-videos.ts'
import { feedQuery } from '../../../videos/video.queries.ts'
import { cachedUser, ownUserQuery, replaceUser } from '../../../viewer/viewer.queries.ts'
import { handleRefusals } from '../../../viewer/refusals.ts'
import { removePerson } from '../../social/mutes-and-blocks/muted-lists.ts'
import { FeedPage } from './feed-page.tsx'
import { NewVideosPill } from './new-videos-pill.tsx'

const feed = <FeedPage params={{}} />

test('a feed that a mute has emptied loads its next clips and does not say “No videos yet”', async () => {
  const { creator } = buildVideo()
  const ofBob = buildVideo({ creator: { ...creator, id: 'bob' } })
  const page = Promise.withResolvers<VideoPage>()
  answer(listVideos, ({ query }) => (query['cursor'] ? page.promise : { videos: [ofBob], nextCursor: 'more' }))
  renderScreen(feed)
  await screen.findByRole('article', { name: 'Dunes' })
  removePerson(queryClient, 'bob')
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Dunes' })).toBeNull())
  expect(screen.queryByRole('heading', { name: 'No videos yet' })).toBeNull()
  page.resolve({ videos: [buildVideo({ id: 'later', title: 'Later' })], nextCursor: null })
  expect(await screen.findByRole('article', { name: 'Later' })).toBeTruthy()
})

test('the tabs and the tagline above a wall do not change when the session turns out to have ended', async () => {
  answer(listVideos, { videos: [], nextCursor: null })
  renderScreen(<Route path="/">{feed}</Route>, { at: '/elsewhere' })
  queryClient.removeQueries({ queryKey: ownUserQuery.queryKey })
  refuse(getOwnUser, 401, { code: 'LOGIN_REQUIRED' })
  act(() => history.pushState(null, '', '/'))
  await expect.poll(() => cachedUser(queryClient)).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).className).toBe('sr-only')
  expect(screen.getByRole('link', { name: 'Following' })).toBeTruthy()
})

test('the tab of the current feed leads back to its top', async () => {
  answer(listVideos, { videos: [], nextCursor: null })
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockReturnValue()
  onTestFinished(() => scroll.mockRestore())
  const user = renderScreen(feed, { viewer: buildOwnUser() })
  await user.click(await screen.findByRole('link', { name: 'Newest' }))
  expect(scroll).toHaveBeenCalledWith({ top: 0 })
})

test('the tagline replaces the tab Following when the viewer signs out', async () => {
  answer(listVideos, { videos: [], nextCursor: null })
  const viewer = buildOwnUser()
  renderScreen(feed, { viewer })
  expect(await screen.findByRole('navigation', { name: 'About this site' }), 'an empty feed has a footer').toBeTruthy()
  const tagline = screen.getByRole('heading', { level: 1 })
  expect(tagline.className).toBe('sr-only')
  replaceUser(queryClient, null, { signedOutId: viewer.id })
  await waitFor(() => expect(tagline.className).not.toBe('sr-only'))
  expect(screen.queryByRole('link', { name: 'Following' })).toBeNull()
})

test('a list that is refused because the session has ended elsewhere says so', async () => {
  handleRefusals(queryClient)
  onTestFinished(() => setRefusalHandler(() => undefined))
  refuse(listFollowingVideos, 401, { code: 'LOGIN_REQUIRED' })
  const asked = answer(getOwnUser, buildOwnUser())
  const following = <FeedPage params={{ feed: 'following' }} />
  const user = renderScreen(following, { viewer: buildOwnUser(), at: '/following' })
  // The page asks first, because the refused read may be older than the sign-in.
  await expect.poll(() => asked).toHaveLength(1)
  await screen.findByRole('heading', { name: 'We couldn’t load the videos' })
  refuse(getOwnUser, 401, { code: 'LOGIN_REQUIRED' })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('You have been signed out')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('after new clips are shown, a next page of the feed before them is dropped', async () => {
  const [newest, first, second, third] = ['newest', 'first', 'second', 'third'].map((id) => buildVideo({ id }))
  const before = { pages: [{ videos: [first!, second!], nextCursor: 'after-second' }], pageParams: [undefined] }
  const now = { videos: [newest!, first!], nextCursor: 'after-first' }
  queryClient.setQueryData(feedQuery.queryKey, before)
  queryClient.setQueryData(newestPageQuery.queryKey, now)
  const page = Promise.withResolvers<VideoPage>()
  answer(listVideos, ({ query }) => (query['cursor'] === 'after-second' ? page.promise : now))
  const user = renderScreen(<NewVideosPill feed={before} />)
  const next = new InfiniteQueryObserver(queryClient, feedQuery).fetchNextPage()
  await user.click(screen.getByRole('button', { name: '1 new video' }))
  const pages = () => queryClient.getQueryData(feedQuery.queryKey)?.pages
  await expect.poll(pages).toEqual([now])
  page.resolve({ videos: [third!], nextCursor: null })
  await next
  // With the third clip, the second one would be missing between the pages.
  expect(pages()).toEqual([now])
})

/** Lets the feed have a new clip, whose page arrives with `reply`. */
function publishNewClip() {
  const before = { pages: [{ videos: [buildVideo()], nextCursor: null }], pageParams: [undefined] }
  const now = { videos: [buildVideo({ id: 'newest' }), buildVideo()], nextCursor: null }
  queryClient.setQueryData(feedQuery.queryKey, before)
  queryClient.setQueryData(newestPageQuery.queryKey, now)
  const reply = Promise.withResolvers<VideoPage>()
  answer(listVideos, () => reply.promise)
  return { before, now, reply }
}

test('new clips leave the focus at a control that the viewer has reached meanwhile', async () => {
  const { before, now, reply } = publishNewClip()
  const user = renderScreen(
    <>
      <h1 tabIndex={-1}>Feed</h1>
      <NewVideosPill feed={before} />
      <input aria-label="Search" />
    </>,
  )
  await user.click(screen.getByRole('button', { name: '1 new video' }))
  await user.click(screen.getByLabelText('Search'))
  reply.resolve(now)
  await expect.poll(() => queryClient.getQueryData(feedQuery.queryKey)?.pages).toEqual([now])
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})

test('new clips that arrive after the viewer has left the feed do not move the next page', async () => {
  const { before, now, reply } = publishNewClip()
  const user = renderScreen(<NewVideosPill feed={before} />)
  await user.click(screen.getByRole('button', { name: '1 new video' }))
  cleanup()
  renderScreen(<h1 tabIndex={-1}>Another page</h1>)
  const scroll = vi.spyOn(window, 'scrollTo')
  onTestFinished(() => scroll.mockRestore())
  reply.resolve(now)
  await expect.poll(() => queryClient.getQueryData(feedQuery.queryKey)?.pages).toEqual([now])
  expect(scroll).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(document.body)
})

test('a feed that is refetched asks for its next page afterwards, because that would end the refetch', async () => {
  const seen = { pages: [{ videos: [buildVideo()], nextCursor: 'more' }], pageParams: [undefined] }
  queryClient.setQueryData(feedQuery.queryKey, seen)
  const now = Promise.withResolvers<VideoPage>()
  answer(listVideos, ({ query }) =>
    query['cursor'] ? { videos: [buildVideo({ id: 'later', title: 'Later' })], nextCursor: null } : now.promise,
  )
  // As after signing in.
  void queryClient.invalidateQueries(feedQuery)
  renderScreen(feed)
  await screen.findByRole('article', { name: 'Dunes' })
  now.resolve({ videos: [buildVideo({ isLiked: true, likesCount: 1 })], nextCursor: 'more' })
  expect(await screen.findByRole('article', { name: 'Later' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Like, 1 like', pressed: true })).toBeTruthy()
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
