import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVideo } from '../../../../../contract/videos/publishing.ts'
import { listUserVideos } from '../../../../../contract/videos/videos.ts'
import { answer, refuse } from '../../../../test/screens.tsx'
import { buildVideo } from '../../../../test/build.ts'
import { stubStorage } from '../../../../test/storage.ts'
import { publishSent } from './publish.ts'
import { listRemembered, rememberUpload } from './remembered-uploads.ts'

const ticket = {
  uploadURL: 'http://reverie.test/api/uploads/a?expires=1&signature=x',
  resumableURL: 'http://reverie.test/api/uploads/a/resumable?expires=1&signature=x',
}
const details = { title: 'T', caption: 'C', toolUsed: 'Sora', prompt: null, aspectRatio: '16:9', tags: '' } as never
beforeEach(() => void stubStorage('localStorage'))
afterEach(() => vi.unstubAllGlobals())

test('after a change of user, received bytes are neither published nor forgotten', async () => {
  const refusal = { error: 'VALIDATION_FAILED', code: 'VALIDATION_FAILED', message: 'This upload cannot be used.' }
  const asked = vi.fn<typeof fetch>(async () => Response.json(refusal, { status: 400 }))
  vi.stubGlobal('fetch', asked)
  await rememberUpload('me', new File(['clip'], 'clip.mp4'), ticket)
  const { signal } = new AbortController()
  const options = { userId: 'me', signal, mayPublish: () => false, onStep: () => undefined }
  await expect(publishSent(ticket, details, { ...options, hasWaited: false })).rejects.toThrow(
    'Sign in again to publish this clip.',
  )
  expect(asked).not.toHaveBeenCalled()
  expect(listRemembered('me')).toHaveLength(1)
})

test.each([
  ['kept if a detail is refused', 'coverAt', 1],
  ['forgotten if its file is refused', 'videoUrl', 0],
])('an upload is %s', async (_, path, keptCount) => {
  answer(listUserVideos, { videos: [], nextCursor: null })
  refuse(createVideo, 400, { code: 'VALIDATION_FAILED', message: 'No.', issues: [{ path, message: 'No.' }] })
  await rememberUpload('me', new File(['clip'], 'clip.mp4'), ticket)
  const { signal } = new AbortController()
  const options = { userId: 'me', signal, mayPublish: () => true, onStep: () => undefined }
  await expect(publishSent(ticket, details, { ...options, hasWaited: false })).rejects.toThrow('No.')
  expect(listRemembered('me')).toHaveLength(keptCount)
})

test.each([
  ['is lost', new TypeError('Failed to fetch')],
  ['is an error page of a proxy', new Response('<h1>504 Gateway Time-out</h1>', { status: 504 })],
])('a clip is published once, even if its reply %s', async (_, end) => {
  vi.useFakeTimers()
  let isDone = false
  answer(listUserVideos, () => ({ videos: isDone ? [buildVideo({ videoUrl: '/objects/a' })] : [], nextCursor: null }))
  answer(createVideo, buildVideo())
  const byAnswers = globalThis.fetch
  const replies = [end, ...Array.from({ length: 2 }, () => Response.json({ code: 'BAD_REQUEST' }, { status: 400 }))]
  const posted = vi.fn<() => void>()
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (args[1]?.method !== 'POST') return byAnswers(...args)
    posted()
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    return reply
  })
  const options = {
    userId: 'me',
    signal: new AbortController().signal,
    mayPublish: () => true,
    onStep: () => undefined,
  }
  const publishing = publishSent(ticket, details, { ...options, hasWaited: false })
  await vi.advanceTimersByTimeAsync(500)
  expect(posted).toHaveBeenCalledTimes(2)
  isDone = true
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(publishing).resolves.toMatchObject({ video: { id: 'video' }, isElsewhere: false })
  expect(posted).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})

test('an upload that is cancelled while its code is loading stops at once', async () => {
  vi.resetModules()
  vi.doMock('tus-js-client', () => new Promise(() => undefined))
  const fresh = await import('./publish.ts')
  const stop = new AbortController()
  const options = { userId: 'me', signal: stop.signal, mayPublish: () => true, onStep: () => undefined }
  const publishing = fresh.publish(new File(['clip'], 'clip.mp4'), details, options)
  stop.abort()
  await expect(publishing).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  vi.doUnmock('tus-js-client')
  vi.resetModules()
})
