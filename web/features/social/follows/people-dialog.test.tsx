import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { followUser, type ListedPerson, listFollowers } from '../../../../contract/social/follows.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildProfile } from '../../../test/build.ts'
import { PeopleDialog } from './people-dialog.tsx'

const dialog = <PeopleDialog list="followers" person={{ id: 'p1', name: 'Ada' }} onClose={() => undefined} />
const viewer = buildOwnUser({ id: 'viewer', username: 'grace', displayName: 'Grace' })

function buildListed(id: string, displayName: string, changed: Partial<ListedPerson> = {}): ListedPerson {
  return { ...buildProfile({ id, username: id, displayName }), ...changed }
}

test('all listed users can be followed, except the viewer and nameless accounts', async () => {
  answer(listFollowers, {
    followers: [
      buildListed('viewer', 'Grace'),
      buildListed('gone', 'Suspended account', { username: null }),
      buildListed('hal', 'Hal'),
    ],
    nextCursor: null,
  })
  answer(followUser, { isFollowing: true, followersCount: 1 })
  const user = renderScreen(dialog, { viewer })
  const [own, suspended, other] = await screen.findAllByRole('listitem')
  expect(within(own!).queryByRole('button')).toBeNull()
  expect(within(suspended!).queryByRole('button')).toBeNull()
  expect(within(suspended!).queryByRole('link')).toBeNull()
  expect(within(other!).getByRole('link').getAttribute('href')).toBe('/profile/hal')
  await user.click(within(other!).getByRole('button', { name: 'Follow Hal' }))
  expect(await screen.findByText('You are now following Hal')).toBeTruthy()
  expect(within(other!).getByRole('button', { name: 'Following Hal' })).toBeTruthy()
})

test('a refetch that began before a follow does not undo it', async () => {
  const followers = { followers: [buildListed('hal', 'Hal')], nextCursor: null }
  answer(listFollowers, followers)
  renderScreen(dialog, { viewer })
  await screen.findByText('Hal')
  cleanup()
  const refetched = Promise.withResolvers<typeof followers>()
  const requests = answer(listFollowers, () => refetched.promise)
  answer(followUser, { isFollowing: true, followersCount: 1 })
  const user = renderScreen(dialog, { viewer })
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'Follow Hal' }))
  refetched.resolve(followers)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(await screen.findByText('You are now following Hal')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Following Hal' })).toBeTruthy()
})
