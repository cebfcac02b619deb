import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { likeVideo } from '../../../../contract/social/likes.ts'
import { deleteVideo } from '../../../../contract/videos/publishing.ts'
import { listVideos } from '../../../../contract/videos/videos.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildVideo } from '../../../test/build.ts'
import { preferReducedMotion } from '../../../test/reduced-motion.ts'
import { feedQuery } from '../../../videos/video.queries.ts'
import { VideoWall } from './video-wall.tsx'

const video = buildVideo({ toolUsed: 'google-veo-3' })
const owner = buildOwnUser()
const stranger = buildOwnUser({ id: 'stranger', username: 'bob' })

let walls = 0
async function openCards(viewer: typeof owner | null, at = '/', videos = [video]): Promise<UserEvent> {
  answer(listVideos, { videos, nextCursor: null })
  const user = renderScreen(<VideoWall name={`cards ${++walls}`} label="Videos" list={feedQuery} empty={null} />, {
    viewer,
    at,
  })
  await screen.findByRole('article', { name: video.title })
  return user
}

const card = (title = video.title) => within(screen.getByRole('article', { name: title }))
const button = (name: string | RegExp) => card().getByRole<HTMLButtonElement>('button', { name })

test.each([
  ['owners', owner, ['Edit', 'Delete']],
  ['visitors', null, ['Report']],
])('only owners can edit and delete a clip, and only others can report it: %s', async (_, viewer, names) => {
  await openCards(viewer)
  const shown = card().getAllByRole('button', { name: /^(Edit|Delete|Report)$/ })
  expect(shown.map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual(names)
})

test.each([
  ['the model before the tool', { model: 'Veo 3.1' }, /Veo 3\.1 · Google Veo 3$/],
  ['the model instead of an unlisted tool', { toolUsed: 'other', model: 'Kling 2.1' }, /^Kling 2\.1$/],
] as const)('the details name %s', async (_, changed, name) => {
  const user = await openCards(null, '/', [{ ...video, ...changed }])
  await user.click(button('Details'))
  expect((await card().findAllByText((_text, shown) => name.test(shown?.textContent ?? ''))).length).toBeGreaterThan(0)
  expect(button('Details').getAttribute('aria-expanded')).toBe('true')
})

test('the card of a sample says so, and names no AI tool', async () => {
  await openCards(null, '/', [buildVideo({ creator: { ...video.creator, isSample: true } })])
  expect(card().getByText('Sample')).toBeTruthy()
  expect(card().queryByText(/Made with AI/)).toBeNull()
})

test('a failed like on the feed is removed and logged, without a toast', async () => {
  refuse(likeVideo, 429)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const user = await openCards(stranger)
  await user.click(button('Like, 0 likes'))
  await expect.poll(() => warn).toHaveBeenCalledWith('Failed to save a like.', expect.anything())
  expect(button('Like, 0 likes').getAttribute('aria-pressed')).toBe('false')
  expect(screen.queryByText(/Failed to update like/)).toBeNull()
  warn.mockRestore()
})

test('a visitor who likes a clip on a profile is asked to sign in', async () => {
  const sent = refuse(likeVideo, 401)
  const user = await openCards(null, '/profile/ada')
  await user.click(button('Like, 0 likes'))
  expect(await screen.findByText('Please sign in to like videos.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a failed deletion keeps the clip, and a successful one moves the focus', async () => {
  refuse(deleteVideo, 500)
  const user = await openCards(owner, '/profile/ada', [video, buildVideo({ id: 'stays', title: 'Stays' })])
  await user.click(button('Delete'))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to delete this video? This action cannot be undone.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect((await screen.findAllByText('Failed to delete video. Please try again.')).length).toBeGreaterThan(0)
  const sent = answer(deleteVideo, undefined as never)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect((await screen.findAllByText('Video deleted')).length).toBeGreaterThan(0)
  expect(sent).toMatchObject([{ params: { id: video.id } }])
  expect(screen.queryByRole('article', { name: video.title })).toBeNull()
  await expect.poll(() => document.activeElement).toBe(card('Stays').getAllByRole('link')[0])
})

test('sharing copies the link, and a toast shows the address if copying fails', async () => {
  const user = await openCards(null)
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const address = `${location.origin}/video/${video.id}`
  await user.click(button('Share'))
  expect(await screen.findByText('The video URL has been copied to your clipboard.')).toBeTruthy()
  expect(copy).toHaveBeenCalledWith(address)
  await user.keyboard('{Escape}')
  copy.mockRejectedValue(new Error('blocked'))
  await user.click(button('Share'))
  expect(await screen.findByText('Share video')).toBeTruthy()
  expect(screen.getByText(address)).toBeTruthy()
  copy.mockRestore()
})

test('a report of another issue needs a description', async () => {
  const user = await openCards(null)
  await user.click(button('Report'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this video' }))
  const send = () => user.click(dialog.getByRole('button', { name: 'Submit report' }))
  expect(dialog.getAllByRole('radio')).toHaveLength(6)
  expect(dialog.getByLabelText<HTMLInputElement>('Real video / Not AI').checked).toBe(true)
  await user.click(dialog.getByLabelText('Other'))
  await send()
  expect((await screen.findAllByText('Validation error')).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(dialog.getByLabelText('What is the issue?'))
})

/** Returns the addresses of the videos that are loaded outside of the page from now on. */
function observeLoading(): () => string[] {
  const created = vi.spyOn(document, 'createElement')
  onTestFinished(() => created.mockRestore())
  const videos = () => created.mock.results.map(({ value }) => value as HTMLElement)
  return () =>
    videos().flatMap((made) => (made instanceof HTMLVideoElement && !made.isConnected && made.src ? [made.src] : []))
}

test('a mouse press loads the clip’s video at once, a touch only after the tap', async () => {
  const videos = [
    buildVideo({ id: 'one', videoUrl: '/objects/one.mp4' }),
    buildVideo({ id: 'two', title: 'Two', videoUrl: '/objects/two.mp4' }),
  ]
  const user = await openCards(null, '/', videos)
  const [first, second] = screen.getAllByRole('article').map((each) => within(each).getAllByRole('link')[0]!)
  const loaded = observeLoading()
  await user.pointer({ keys: '[TouchA>]', target: second! })
  expect(loaded()).toEqual([])
  await user.pointer({ keys: '[/TouchA]', target: second! })
  expect(loaded()).toEqual([expect.stringMatching(/two\.mp4$/)])
  await user.pointer({ keys: '[MouseLeft>]', target: first! })
  expect(loaded()).toEqual([expect.stringMatching(/two\.mp4$/), expect.stringMatching(/one\.mp4$/)])
})

test('a stream that plays natively is not loaded early', async () => {
  const native = vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  onTestFinished(() => native.mockRestore())
  const user = await openCards(null, '/', [buildVideo({ streamUrl: '/objects/stream.m3u8', streamSizesCount: 3 })])
  const loaded = observeLoading()
  await user.pointer({ keys: '[MouseLeft>]', target: card().getAllByRole('link')[0]! })
  expect(loaded()).toEqual([])
})

test('opening a card loads nothing early if clips do not play by themselves', async () => {
  preferReducedMotion()
  const user = await openCards(null, '/', [buildVideo({ videoUrl: '/objects/calm.mp4' })])
  const loaded = observeLoading()
  await user.click(card().getAllByRole('link')[0]!)
  expect(loaded()).toEqual([])
})
