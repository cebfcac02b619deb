import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { listLikedVideos } from '../../../../contract/social/likes.ts'
import { getUser, getUserByUsername, type Profile } from '../../../../contract/social/profiles.ts'
import { blockUser, unblockUser } from '../../../../contract/social/mutes-and-blocks.ts'
import { listHiddenVideos } from '../../../../contract/videos/hiding.ts'
import { listUserVideos } from '../../../../contract/videos/videos.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildProfile } from '../../../test/build.ts'
import { ProfilePage } from './profile-page.tsx'

const grace = buildOwnUser({ id: 'viewer', username: 'grace', displayName: 'Grace' })
const page = <Route path="/profile/:username?" component={ProfilePage} />

/** Opens Ada's page. */
function openProfile({ tab = '', viewer = null, ...changed }: Options = {}) {
  answer(getUserByUsername, { user: buildProfile(changed) })
  answer(getUser, { user: buildProfile(changed) })
  answer(listUserVideos, { videos: [], nextCursor: null })
  answer(listHiddenVideos, { videos: [], nextCursor: null })
  const liked = answer(listLikedVideos, { likedVideos: [], nextCursor: null })
  return { user: renderScreen(page, { at: `/profile/ada${tab}`, viewer }), liked }
}

interface Options extends Partial<Profile> {
  tab?: '?tab=liked' | ''
  viewer?: typeof grace | null
}

test('the page of a profile that has been deleted since the last visit links back to the feed', async () => {
  openProfile()
  await screen.findByText('@ada')
  cleanup()
  refuse(getUserByUsername, 404)
  renderScreen(page, { at: '/profile/ada' })
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy()
  expect(screen.queryByText('@ada')).toBeNull()
  expect(screen.getByText("The user you're looking for doesn't exist.")).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Feed' }).getAttribute('href')).toBe('/')
})

test('the profile of a sample says so, and has no rank', async () => {
  openProfile({ isSample: true })
  expect(await screen.findByText('Sample')).toBeTruthy()
  expect(screen.queryByText(/Rank|Alpha creator/)).toBeNull()
})

test.each([
  ['a visitor', null, 'Sign in to see the videos you like.'],
  ['another person', grace, 'Only Ada can see their likes.'],
])('the liked videos of a person are not requested for %s', async (_, viewer, sentence) => {
  const { user, liked } = openProfile({ viewer })
  await user.click(await screen.findByRole('tab', { name: 'Liked' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(liked).toHaveLength(0)
})

test('others can follow the owner, but cannot edit the profile or sign out', async () => {
  openProfile({ viewer: grace })
  expect(await screen.findByRole('button', { name: 'Follow' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Edit Profile|Sign Out/ })).toBeNull()
})

test('the focus stays at the button that blocks, and moves from Unblock to Follow', async () => {
  answer(blockUser, { relation: 'block' })
  answer(unblockUser, { relation: null })
  const { user } = openProfile({ viewer: grace })
  const opener = await screen.findByRole('button', { name: 'Mute or block' })
  await user.click(opener)
  await user.click(await screen.findByRole('button', { name: 'Block' }))
  answer(getUserByUsername, { user: buildProfile({ relation: 'block' }) })
  await user.click(screen.getByRole('button', { name: 'Block' }))
  const unblock = await screen.findByRole('button', { name: 'Unblock' })
  expect(document.activeElement).toBe(opener)
  answer(getUserByUsername, { user: buildProfile() })
  await user.click(unblock)
  const follow = await screen.findByRole('button', { name: /^Follow/ })
  await expect.poll(() => document.activeElement).toBe(follow)
})

test('the link of a profile is copied, or shown if copying fails', async () => {
  const { user } = openProfile()
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Profile link copied!')).toBeTruthy()
  expect(screen.getByText('The profile URL has been copied to your clipboard.')).toBeTruthy()
  expect(copy).toHaveBeenCalledWith(`${location.origin}/profile/ada`)
  copy.mockRejectedValueOnce(new Error('no'))
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Share profile')).toBeTruthy()
  expect(screen.getByText(`${location.origin}/profile/ada`)).toBeTruthy()
})
