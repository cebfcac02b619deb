import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FollowState, followUser, unfollowUser } from '../../../../contract/social/follows.ts'
import { getUser } from '../../../../contract/social/profiles.ts'
import { queryClient } from '../../../net/query-client.ts'
import { patchProfile, profileByIdQuery, profileByUsernameQuery } from '../../../people/profile-cache.ts'
import { answer, disconnect, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildProfile } from '../../../test/build.ts'
import { FollowButton } from './follow-button.tsx'
import { FollowCreator } from './follow-creator.tsx'

function Followed() {
  const { data } = useQuery({ ...profileByIdQuery('person'), refetchOnMount: false })
  if (!data) return null
  return (
    <>
      <FollowButton person={data.user} />
      <p>{data.user.followersCount} Followers</p>
    </>
  )
}

/** Shows Ada's follow button and her number of followers to Grace. */
function openButton(state: FollowState) {
  queryClient.setQueryData(profileByIdQuery('person').queryKey, { user: buildProfile(state) })
  return renderScreen(<Followed />, { viewer: buildOwnUser({ id: 'viewer', username: 'grace' }) })
}

test('a follow shows at once, and a toast confirms it later', async () => {
  const saved = Promise.withResolvers<FollowState>()
  answer(followUser, () => saved.promise)
  const user = openButton({ isFollowing: false, followersCount: 0 })
  await user.click(screen.getByRole('button', { name: 'Follow' }))
  expect(screen.getByRole('button', { name: 'Following' })).toBeTruthy()
  expect(screen.getByText('1 Followers')).toBeTruthy()
  expect(screen.queryByText(/^You are now following/)).toBeNull()
  saved.resolve({ isFollowing: true, followersCount: 1 })
  expect(await screen.findByText('You are now following Ada')).toBeTruthy()
})

const [follow, unfollow] = [
  ['Follow', followUser, { isFollowing: false, followersCount: 0 }],
  ['Following', unfollowUser, { isFollowing: true, followersCount: 1 }],
] as const

test.each([
  ['Failed to follow user. Please try again.', follow, 'no network', undefined],
  ['Failed to unfollow user. Please try again.', unfollow, 'no network', undefined],
  ['This person has blocked you, so you cannot follow them.', follow, 403, 'BLOCKED'],
  ['You have blocked this person. Unblock them first to follow them.', follow, 409, 'CONFLICT'],
  ['User not found', follow, 404, 'NOT_FOUND'],
  ['You can follow 60 people an hour. Try again in 5 minutes.', follow, 429, 'RATE_LIMITED'],
] as const)('the toast “%s” reports a press that fails and is rolled back', async (text, press, status, code) => {
  const [name, endpoint, before] = press
  if (status === 'no network') disconnect(endpoint)
  else refuse(endpoint, status, code ? { code, message: text } : { message: 'Something went wrong on our side.' })
  const user = openButton(before)
  await user.click(screen.getByRole('button', { name }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryAllByText('Error')).toHaveLength(code ? 0 : 1)
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeTruthy())
  expect(screen.getByText(`${before.followersCount} Followers`)).toBeTruthy()
})

test('a press ends the follow that is shown, although an older copy of the profile shows none', async () => {
  const sent = answer(unfollowUser, { isFollowing: false, followersCount: 0 })
  answer(followUser, { isFollowing: true, followersCount: 1 })
  // Another profile page was read before the follow, which came from another device.
  const older = buildProfile({ isFollowing: false, followersCount: 0 })
  queryClient.setQueryData(profileByUsernameQuery('ada').queryKey, { user: older })
  const user = openButton({ isFollowing: true, followersCount: 1 })
  await user.click(screen.getByRole('button', { name: 'Following' }))
  expect(await screen.findByText('You unfollowed Ada')).toBeTruthy()
  expect(sent).toHaveLength(1)
  expect(screen.getByText('0 Followers')).toBeTruthy()
})

test('creators cannot follow themselves at their clips', () => {
  renderScreen(<FollowCreator creator={buildProfile({ id: 'viewer' })} place="listed" />, {
    viewer: buildOwnUser({ id: 'viewer' }),
  })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a followed creator is unfollowed at their clips, and cannot be followed there once blocked', async () => {
  const creator = buildProfile({ isFollowing: true, followersCount: 1 })
  answer(getUser, { user: creator })
  const sent = answer(unfollowUser, { isFollowing: false, followersCount: 0 })
  const user = renderScreen(<FollowCreator creator={creator} place="listed" />, {
    viewer: buildOwnUser({ id: 'viewer' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Following Ada' }))
  const button = () => screen.queryByRole('button', { name: 'Follow Ada' })
  expect(button()).toBeTruthy()
  await waitFor(() => expect(sent).toMatchObject([{ params: { id: creator.id } }]))
  act(() => patchProfile(queryClient, creator.id, (profile) => ({ ...profile, relation: 'block' })))
  await expect.poll(button).toBeNull()
})
