import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createVideo } from '../../../../../contract/videos/publishing.ts'
import { listUserVideos } from '../../../../../contract/videos/videos.ts'
import { answer, refuse } from '../../../../test/screens.tsx'
import { buildVideo } from '../../../../test/build.ts'
import { stubStorage } from '../../../../test/storage.ts'
import { publishSent, type UploadStep } from './publish.ts'
import { listRemembered, rememberUpload } from './remembered-uploads.ts'

const ticket = {
  uploadURL: 'http://reverie.test/api/uploads/a?expires=1&signature=x',
  resumableURL: 'http://reverie.test/api/uploads/a/resumable?expires=1&signature=x',
}
const details = { title: 'T', caption: 'C', toolUsed: 'Sora', prompt: null, aspectRatio: '16:9', tags: '' } as never
const video = buildVideo({ videoUrl: '/objects/a' })

beforeEach(() => void stubStorage('localStorage'))
afterEach(() => vi.unstubAllGlobals())

/** Publishes received bytes. @returns The promised video, and the steps so far. */
function publish({ mayPublish = true } = {}) {
  const steps: UploadStep[] = []
  const onStep = (step: UploadStep) => steps.push(step)
  const { signal } = new AbortController()
  const options = { userId: 'me', signal, mayPublish: () => mayPublish, onStep, hasWaited: false }
  return { published: publishSent(ticket, details, options), steps }
}

/** Answers the requests that create the video. The last reply is repeated. @returns The requests that were sent. */
function replyToPosts(...replies: (Response | Error)[]): unknown[] {
  const byAnswers = globalThis.fetch
  const posts: unknown[] = []
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (args[1]?.method !== 'POST') return byAnswers(...args)
    const reply = replies[Math.min(posts.length, replies.length - 1)]!
    posts.push(args)
    if (reply instanceof Error) throw reply
    return reply.clone()
  })
  return posts
}

const list = (...videos: (typeof video)[]) => answer(listUserVideos, { videos, nextCursor: null })
const lost = new TypeError('Failed to fetch')

test('after a change of user, received bytes are neither published nor forgotten', async () => {
  const posts = replyToPosts(Response.json({ code: 'VALIDATION_FAILED' }, { status: 400 }))
  await rememberUpload('me', new File(['clip'], 'clip.mp4'), ticket)
  await expect(publish({ mayPublish: false }).published).rejects.toThrow('Sign in again to publish this clip.')
  expect(posts).toEqual([])
  expect(listRemembered('me')).toHaveLength(1)
})

test.each([
  ['kept if a detail is refused', 'coverAt', 1],
  ['forgotten if its file is refused', 'videoUrl', 0],
])('an upload is %s', async (_, path, keptCount) => {
  list()
  refuse(createVideo, 400, { code: 'VALIDATION_FAILED', message: 'No.', issues: [{ path, message: 'No.' }] })
  await rememberUpload('me', new File(['clip'], 'clip.mp4'), ticket)
  await expect(publish().published).rejects.toThrow('No.')
  expect(listRemembered('me')).toHaveLength(keptCount)
})

test.each([
  ['is lost', lost],
  ['is an error page of a proxy', new Response('<h1>504 Gateway Time-out</h1>', { status: 504 })],
])('a clip is published once, even if its reply %s', async (_, end) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isDone = false
  answer(listUserVideos, () => ({ videos: isDone ? [video] : [], nextCursor: null }))
  const posts = replyToPosts(end, Response.json({ code: 'BAD_REQUEST' }, { status: 400 }))
  const { published } = publish()
  await vi.advanceTimersByTimeAsync(500)
  expect(posts).toHaveLength(2)
  isDone = true
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(published).resolves.toMatchObject({ video: { id: video.id }, isElsewhere: false })
  expect(posts).toHaveLength(3)
})

test('publishing waits while the network is lost', async () => {
  const network = Object.assign(new EventTarget(), { onLine: false })
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  refuse(listUserVideos, 503)
  replyToPosts(lost, Response.json(video))
  const { published, steps } = publish()
  await expect.poll(() => steps.at(-1)).toEqual({ kind: 'publishing', isOffline: true })
  network.onLine = true
  network.dispatchEvent(new Event('online'))
  expect(await published).toMatchObject({ video: { id: video.id } })
  expect(steps.at(-1)).toEqual({ kind: 'publishing', isOffline: false })
})

test('without any response, publishing fails and the next attempt finds the video', async () => {
  const posts = replyToPosts(lost)
  refuse(listUserVideos, 503)
  await expect(publish().published).rejects.toThrow('Failed to create video record')
  list(video)
  const before = posts.length
  expect(await publish().published).toMatchObject({ video: { id: video.id }, isElsewhere: false })
  expect(posts).toHaveLength(before + 1)
})

test.each([
  ['the message of the server', Response.json({ error: 'Reverie sleeps.' }, { status: 503 }), 'Reverie sleeps.'],
  ['the plain text of the reply', new Response('Out of film', { status: 500 }), 'Out of film'],
  ['a general message for a page of HTML', new Response('<h1>nginx</h1>', { status: 500 }), 'Failed to create video'],
])('a refusal shows %s', async (_, reply, sentence) => {
  list()
  replyToPosts(reply)
  await expect(publish().published).rejects.toThrow(sentence)
})

test('an upload that is cancelled while its code is loading stops at once', async () => {
  vi.resetModules()
  vi.doMock('tus-js-client', () => new Promise(() => undefined))
  onTestFinished(() => {
    vi.doUnmock('tus-js-client')
    vi.resetModules()
  })
  const fresh = await import('./publish.ts')
  const stop = new AbortController()
  const options = { userId: 'me', signal: stop.signal, mayPublish: () => true, onStep: () => undefined }
  const publishing = fresh.publish(new File(['clip'], 'clip.mp4'), details, options)
  stop.abort()
  await expect(publishing).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})
