import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { countView } from '../../../../contract/social/views.ts'
import { reportBroken } from '../../../../contract/moderation/report-broken.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { chooseVolume, setMuted } from '../../../player/audio.ts'
import { chooseSpeed } from '../../../player/speed.ts'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { buildVideo } from '../../../test/build.ts'
import { preferReducedMotion } from '../../../test/reduced-motion.ts'
import { setOpenedClip } from '../../../videos/opened-clip.ts'
import { Stage } from './stage.tsx'

const onHidden = vi.fn<() => void>()
let clips = 0

/** Opens the player of a new clip, because a page visit reports each clip only once. */
async function openStage(changed: Partial<Video> = {}, search = '') {
  const video = buildVideo({ id: `stage-${++clips}`, ...changed })
  const user = renderScreen(<Stage video={video} onHidden={onHidden} />, { at: `/video/${video.id}${search}` })
  await screen.findByRole('group', { name: 'Player' })
  return user
}

const player = () => screen.getByLabelText<HTMLVideoElement>('Dunes')

beforeEach(() => {
  onHidden.mockReset()
  setMuted(true)
  chooseVolume(1)
  chooseSpeed(1)
})

test('a clip that does not load is reported once, and tried again on Retry and when the network returns', async () => {
  const reports = answer(reportBroken, { hidden: false, alreadyHidden: false })
  const user = await openStage()
  fireEvent.error(player())
  expect(await screen.findByText('Video unavailable')).toBeTruthy()
  await expect.poll(() => reports).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(player().getAttribute('src')).toBe('/objects/video.mp4')
  expect(screen.queryByText('Video unavailable')).toBeNull()
  fireEvent.error(player())
  expect(await screen.findByText('Video unavailable')).toBeTruthy()
  expect(reports).toHaveLength(1)
  expect(onHidden).not.toHaveBeenCalled()
  fireEvent(window, new Event('online'))
  expect(player().getAttribute('src')).toBe('/objects/video.mp4')
})

test('the page is updated when the server hides a clip that does not load', async () => {
  answer(reportBroken, { hidden: true, alreadyHidden: false })
  await openStage()
  fireEvent.error(player())
  await expect.poll(() => onHidden).toHaveBeenCalledOnce()
})

test('a clip that this browser cannot play is not reported during processing', async () => {
  const reports = answer(reportBroken, { hidden: false, alreadyHidden: false })
  await openStage({ status: 'processing', stage: 'poster' })
  fireEvent.error(player())
  expect(await screen.findByText('Processing. It will play in a moment.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(reports).toEqual([])
})

test('a player that starts by itself shows at once that it is muted', async () => {
  await openStage()
  expect(player().autoplay).toBe(true)
  expect(player().muted).toBe(true)
  expect(screen.getByRole('button', { name: 'Unmute' })).toBeTruthy()
  // There is no mark that asks the viewer to press Play.
  expect(screen.getByRole('group', { name: 'Player' }).querySelector(':scope > span')).toBeNull()
})

test('a player that has waited for data for half a second says so until it has them', async () => {
  await openStage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const message = () => screen.queryByText('Buffering…')
  fireEvent.waiting(player())
  act(() => void vi.advanceTimersByTime(499))
  expect(message()).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(message()).toBeTruthy()
  fireEvent.timeUpdate(player())
  expect(message()).toBeNull()
})

test('a clip starts at the moment in its address', async () => {
  await openStage({}, '?t=3')
  Object.defineProperties(player(), { videoWidth: { value: 16 }, videoHeight: { value: 9 } })
  fireEvent.loadedMetadata(player())
  expect(player().currentTime).toBe(3)
})

test('the next source starts where the clip was, although a source before it did not load', async () => {
  answer(reportBroken, { hidden: false, alreadyHidden: false })
  const user = await openStage({ previewUrl: '/objects/preview.mp4' }, '?t=3')
  const load = () => {
    Object.defineProperties(player(), { videoWidth: { value: 16 }, videoHeight: { value: 9 } })
    fireEvent.loadedMetadata(player())
    return player().currentTime
  }
  // This browser cannot decode the original.
  fireEvent.error(player())
  expect(player().getAttribute('src')).toBe('/objects/preview.mp4')
  expect(load()).toBe(3)
  player().currentTime = 4
  fireEvent.error(player())
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  fireEvent.error(player())
  expect(load()).toBe(4)
})

test('picture in picture can be opened and closed where browsers support it', async () => {
  await openStage()
  expect(screen.queryByRole('button', { name: 'Picture in picture' })).toBeNull()
  cleanup()

  let shown: Element | null = null
  const support = {
    pictureInPictureEnabled: { configurable: true, value: true },
    pictureInPictureElement: { configurable: true, get: () => shown },
    exitPictureInPicture: { configurable: true, value: () => show(null) },
  }
  const show = (element: Element | null) => {
    shown = element
    fireEvent(player(), new Event(element ? 'enterpictureinpicture' : 'leavepictureinpicture'))
    return Promise.resolve()
  }
  Object.defineProperties(document, support)
  onTestFinished(() => Object.keys(support).forEach((name) => Reflect.deleteProperty(document, name)))
  const user = await openStage()
  Object.assign(player(), { requestPictureInPicture: () => show(player()) })
  const button = screen.getByRole('button', { name: 'Picture in picture', pressed: false })
  await user.click(button)
  expect(button.getAttribute('aria-pressed')).toBe('true')
  await user.click(button)
  expect(button.getAttribute('aria-pressed')).toBe('false')
})

test('sound, volume and speed are kept for the next clip of the visit', async () => {
  const user = await openStage()
  player().muted = false
  player().volume = 0.2
  fireEvent.volumeChange(player())
  await user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×')
  fireEvent.rateChange(player())
  const next = buildVideo({ id: 'next', title: 'Next', videoUrl: '/objects/next.mp4' })
  renderScreen(<Stage video={next} onHidden={onHidden} />)
  const second = await screen.findByLabelText<HTMLVideoElement>('Next')
  expect([second.muted, second.volume]).toEqual([false, 0.2])
  expect(second.playbackRate).toBe(1.5)
})

test('ten steps down mute the clip, and unmuting makes it audible', async () => {
  const user = await openStage()
  await user.click(screen.getByRole('button', { name: 'Unmute' }))
  expect([player().muted, player().volume]).toEqual([false, 1])
  await user.keyboard('{ArrowDown>10/}')
  expect([player().muted, player().volume]).toEqual([true, 0])
  fireEvent.volumeChange(player())
  await user.click(screen.getByRole('button', { name: 'Unmute' }))
  expect([player().muted, player().volume]).toEqual([false, 0.5])
})

/** Opens the player of a new clip from a card. The card's preview has the given state. */
async function openFromCard(state: { paused: boolean; currentTime: number }): Promise<HTMLVideoElement> {
  const preview = document.createElement('video')
  preview.src = '/objects/preview.mp4'
  for (const [name, value] of Object.entries(state)) Object.defineProperty(preview, name, { value })
  const link = document.createElement('a')
  link.append(preview)
  setOpenedClip(new QueryClient(), `stage-${clips + 1}`, link)
  await openStage()
  return preview
}

test.each([
  ['plays', fireEvent.playing],
  ['is paused', fireEvent.pause],
  ['is moved to another position', fireEvent.seeking],
  ['could play, but is refused by the browser', fireEvent.canPlayThrough],
])('the card’s preview continues in the stage until the clip %s', async (_, happen) => {
  answer(countView, { viewsCount: 1 })
  const preview = await openFromCard({ paused: false, currentTime: 2 })
  expect(preview.isConnected).toBe(true)
  expect(preview.getAttribute('src')).toBe('/objects/preview.mp4')
  expect(player().className).toContain('opacity-0')
  happen(player())
  expect(preview.isConnected).toBe(false)
  expect(preview.hasAttribute('src')).toBe(false)
  expect(player().className).not.toContain('opacity-0')
})

test.each([
  ['is paused', { paused: true, currentTime: 2 }],
  ['does not move yet', { paused: false, currentTime: 0 }],
])('the stage shows the poster if the preview of the card %s', async (_, state) => {
  const preview = await openFromCard(state)
  expect(preview.isConnected).toBe(false)
  expect(player().className).not.toContain('opacity-0')
})

test('the card’s preview ends and does not return when no source of the clip plays', async () => {
  answer(reportBroken, { hidden: false, alreadyHidden: false })
  const preview = await openFromCard({ paused: false, currentTime: 2 })
  fireEvent.error(player())
  expect(await screen.findByText('Video unavailable')).toBeTruthy()
  expect(preview.isConnected).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(player().className).not.toContain('opacity-0')
})

test('the stage grows out of the card once, and not at all with reduced motion', async () => {
  const animate = vi.spyOn(Element.prototype, 'animate')
  onTestFinished(() => animate.mockRestore())
  const link = document.createElement('a')
  link.innerHTML = '<div data-picture></div>'
  setOpenedClip(new QueryClient(), `stage-${clips + 1}`, link)
  await openStage()
  expect(animate).toHaveBeenCalledOnce()
  cleanup()
  clips--
  await openStage()
  expect(animate).toHaveBeenCalledOnce()

  preferReducedMotion()
  cleanup()
  setOpenedClip(new QueryClient(), `stage-${clips + 1}`, link)
  await openStage()
  expect(animate).toHaveBeenCalledOnce()
})
