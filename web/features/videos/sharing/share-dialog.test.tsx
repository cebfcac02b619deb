import { cleanup, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { setWatchedPlayer } from '../../../player/watched-player.ts'
import { buildVideo } from '../../../test/build.ts'
import { renderScreen } from '../../../test/screens.tsx'
import { EmbedDialog } from './embed-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { type SharePlace, shareDataOf } from './share-video.ts'

const video = buildVideo({ toolUsed: 'google-veo-3' })
const address = `${location.origin}/video/${video.id}`

afterEach(() => {
  vi.unstubAllGlobals()
})

function Opener({ place, onClose }: { place: SharePlace; onClose: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <ShareDialog video={video} place={place} onClose={onClose} />
  ) : (
    <button onClick={() => setOpen(true)}>Open</button>
  )
}

/** Opens the dialog in a browser, with a share sheet of the device if `share` is given. */
async function openDialog({ place = 'card', share }: { place?: SharePlace; share?: Navigator['share'] } = {}) {
  const onClose = vi.fn<() => void>()
  const user = renderScreen(<Opener place={place} onClose={onClose} />)
  // Rendering has installed the clipboard of the simulated user, so the clipboard is replaced only now.
  const writeText = vi.fn<Clipboard['writeText']>().mockResolvedValue()
  vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText }, ...(share && { share, canShare: () => true }) })
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const ways = within(screen.getByRole('dialog', { name: 'Share' }))
  return { user, writeText, onClose, way: (name: string) => ways.getByRole('button', { name }), ways }
}

test('the share sheet names the tool, and closing the sheet does nothing', async () => {
  const share = vi.fn<Navigator['share']>().mockRejectedValue(new DOMException('closed', 'AbortError'))
  const { user, writeText, way } = await openDialog({ share })
  expect(share).not.toHaveBeenCalled()
  await user.click(way('Share with an app'))
  expect(share).toHaveBeenCalledWith({
    url: address,
    title: 'Dunes',
    text: '“Dunes”, an AI video made with Google Veo 3',
  })
  expect(writeText).not.toHaveBeenCalled()
})

test('a shared sample clip is not called an AI video', () => {
  const sample = { ...video, creator: { ...video.creator, isSample: true } }
  expect(shareDataOf(sample).text).toBe('“Dunes”, a sample clip')
})

test('the link is copied if the share sheet refuses it', async () => {
  const { user, writeText, way } = await openDialog({
    share: () => Promise.reject(new DOMException('no', 'DataError')),
  })
  await user.click(way('Share with an app'))
  expect(await screen.findByText('Video link copied!')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(address)
})

test('without a share sheet the link is copied at once, with a toast', async () => {
  const { writeText, ways } = await openDialog({ place: 'page' })
  expect(await screen.findByText('Link copied!')).toBeTruthy()
  expect(screen.getByText('Video link has been copied to clipboard.')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(address)
  expect(ways.queryByRole('button', { name: 'Share with an app' })).toBeNull()
})

/** Simulates a player at this position until the returned function is called. */
function watch(seconds: number): () => void {
  const player = document.createElement('video')
  player.currentTime = seconds
  return setWatchedPlayer(player)
}

test('a link to the current moment of the player can be copied', async () => {
  const withdraw = watch(75.9)
  const { user, writeText, onClose, way } = await openDialog({ place: 'swipe' })
  await screen.findByText('Video link copied!')
  await user.click(way('Copy link at 1:15'))
  expect(writeText).toHaveBeenLastCalledWith(`${address}?t=75`)
  expect(await screen.findByText('It starts at 1:15.')).toBeTruthy()
  expect(onClose).toHaveBeenCalled()
  withdraw()
})

test('no link to a moment is offered without a player, or on a card, because the player shows another clip', async () => {
  const withdraw = watch(75)
  expect((await openDialog()).ways.queryByRole('button', { name: /Copy link at/ })).toBeNull()
  withdraw()
  cleanup()
  expect((await openDialog({ place: 'page' })).ways.queryByRole('button', { name: /Copy link at/ })).toBeNull()
})

test('one press shows the embed code or the QR code', async () => {
  const { user, way, ways } = await openDialog()
  await user.click(way('QR code'))
  expect(await ways.findByRole('img', { name: `QR code of ${address}` })).toBeTruthy()
  await user.click(way('Embed'))
  expect(await screen.findByRole('dialog', { name: 'Embed this video' })).toBeTruthy()
})

test.each([
  [3000, 120, 640, 180],
  [120, 3000, 180, 640],
  [1920, 1080, 640, 360],
])('the embedded player of a clip of %d × %d pixels is %d × %d, which fits its controls', (width, height, ...size) => {
  renderScreen(<EmbedDialog video={buildVideo({ width, height })} onClose={() => undefined} />)
  const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Embed code' }).value
  expect(code).toContain(`width="${size[0]}" height="${size[1]}"`)
})
