import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { blockUser, muteUser, unmuteUser } from '../../../../contract/social/mutes-and-blocks.ts'
import { followUser } from '../../../../contract/social/follows.ts'
import { type CurrentMuteOrBlock, getUser, type Profile } from '../../../../contract/social/profiles.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildProfile, buildVideo } from '../../../test/build.ts'
import { readIntent } from '../../../viewer/sign-in/intent.ts'
import { useVideoDialogs } from '../video-page/dialogs/use-video-dialogs.tsx'
import { MoreButton } from './more-button.tsx'

const stranger = buildOwnUser({ id: 'stranger', username: 'bob' })

afterEach(() => {
  vi.unstubAllGlobals()
})

function Actions({ video }: { video: Video }) {
  const [open, dialog] = useVideoDialogs(video, { place: 'card' })
  return (
    <>
      <MoreButton video={video} open={open} />
      {dialog}
    </>
  )
}

/** Opens the menu of Ada's clip. */
async function openMenu(
  viewer: typeof stranger | null,
  changed: Partial<Video> = {},
  relation: CurrentMuteOrBlock = null,
  profile: () => Promise<{ user: Profile }> = () => Promise.resolve({ user: buildProfile({ id: 'person', relation }) }),
) {
  answer(getUser, profile)
  const user = renderScreen(<Actions video={buildVideo(changed)} />, { viewer })
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menu', { name: 'More' })
  return user
}

const labels = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
const entry = (name: string) => screen.findByRole('menuitem', { name })

const shortcuts = 'Keyboard shortcuts'

test.each([
  ['visitors can remix, embed, follow and report', null, {}, ['Remix', 'Embed', 'Follow Ada', 'Report', shortcuts]],
  [
    'signed-in viewers can also mute and block the creator',
    stranger,
    { prompt: 'A quiet sea' },
    ['Remix', 'Copy prompt', 'Embed', 'Follow Ada', 'Mute Ada', 'Block Ada', 'Report', shortcuts],
  ],
  [
    'owners can remix their own clip whatever its terms, and cannot follow, mute, block or report themselves',
    buildOwnUser(),
    { remixPolicy: 'nobody' },
    ['Remix', 'Embed', shortcuts],
  ],
  [
    'other viewers cannot remix a clip if its creator allows no one',
    null,
    { remixPolicy: 'nobody' },
    ['Embed', 'Follow Ada', 'Report', shortcuts],
  ],
] as const)('%s', async (_, viewer, changed, entries) => {
  await openMenu(viewer, changed)
  expect(labels()).toEqual(entries)
})

test('a hidden clip cannot be remixed or embedded', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await openMenu(null, { isHidden: true })
  expect(labels()).toEqual(['Follow Ada', 'Report'])
})

test('a muted creator can be unmuted', async () => {
  const unmutes = answer(unmuteUser, { relation: null })
  const user = await openMenu(stranger, {}, 'mute')
  await user.click(await entry('Unmute Ada'))
  expect(await screen.findByText('You unmuted Ada')).toBeTruthy()
  expect(unmutes).toHaveLength(1)
})

test('a visitor who chooses Follow signs in, and the follow is remembered', async () => {
  const user = await openMenu(null)
  await user.click(await entry('Follow Ada'))
  await expect.poll(() => location.pathname).toBe('/auth')
  expect(readIntent('/')).toEqual({ act: 'follow', personId: 'person', name: 'Ada' })
})

test('a creator can be followed before their profile has arrived, and unfollowed later', async () => {
  const arrived = Promise.withResolvers<{ user: Profile }>()
  const follows = answer(followUser, { isFollowing: true, followersCount: 1 })
  const user = await openMenu(stranger, {}, null, () => arrived.promise)
  await user.click(await entry('Follow Ada'))
  expect(follows).toHaveLength(0)
  arrived.resolve({ user: buildProfile({ id: 'person' }) })
  expect(await screen.findByText('You are now following Ada')).toBeTruthy()
  expect(follows).toMatchObject([{ params: { id: 'person' } }])
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(await entry('Unfollow Ada')).toBeTruthy()
})

test('a mute takes one press and a toast offers to undo it', async () => {
  const mutes = answer(muteUser, { relation: 'mute' })
  const user = await openMenu(stranger)
  await user.click(await entry('Mute Ada'))
  const toast = within((await screen.findByText('You muted Ada')).closest('li')!)
  expect(toast.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(mutes).toMatchObject([{ params: { id: 'person' } }])
})

test('a block asks for confirmation, and a failed one shows a message', async () => {
  const blocks = refuse(blockUser, 500)
  const user = await openMenu(stranger)
  await user.click(await entry('Block Ada'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Block Ada?' }))
  expect(blocks).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Block' }))
  expect(await screen.findByText('We couldn’t block Ada')).toBeTruthy()
})

test('a dialog from the menu returns the focus to the button', async () => {
  const user = renderScreen(<Actions video={buildVideo()} />)
  const button = screen.getByRole('button', { name: 'More' })
  for (const _ of ['first', 'second']) {
    await user.click(button)
    await user.click(await entry('Embed'))
    await screen.findByRole('dialog', { name: 'Embed this video' })
    expect(screen.queryByRole('menu')).toBeNull()
    await user.keyboard('{Escape}')
    await expect.poll(() => document.activeElement).toBe(button)
  }
})

test('the menu can be used with the keyboard', async () => {
  const user = renderScreen(<Actions video={buildVideo()} />)
  await user.tab()
  await user.keyboard('{Enter}')
  const menu = await screen.findByRole('menu', { name: 'More' })
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  await user.keyboard('{End}{ArrowUp}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Report'))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Report this video' })).toBeTruthy()
})
