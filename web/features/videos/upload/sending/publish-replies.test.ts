import { beforeEach, expect, test, vi } from 'vitest'
import { buildVideo } from '../../../../test/build.ts'
import { stubStorage } from '../../../../test/storage.ts'
import { type UploadStep, publishSent } from './publish.ts'

beforeEach(() => {
  stubStorage('localStorage')
  return () => vi.unstubAllGlobals()
})

const ticket = {
  uploadURL: 'http://reverie.test/api/uploads/a?expires=1&signature=x',
  resumableURL: 'http://reverie.test/api/uploads/a/resumable?expires=1&signature=x',
}
const details = { title: 'T', caption: 'C', toolUsed: 'Sora', prompt: null, aspectRatio: '16:9', tags: '' } as never
const video = buildVideo({ videoUrl: '/objects/a' })

/** Publishes received bytes. `post` creates the video, `list` returns those that the server has. */
async function publishWith(post: () => Promise<Response>, list: () => Promise<Response>) {
  const steps: UploadStep[] = []
  const posts: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'POST') return list()
    posts.push(method)
    return post()
  })
  const { signal } = new AbortController()
  const options = { userId: 'me', signal, mayPublish: () => true, onStep: (step: UploadStep) => steps.push(step) }
  const published = publishSent(ticket, details, { ...options, hasWaited: false })
  return { published, steps, posts }
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const listed = async (...videos: unknown[]) => Response.json({ videos, nextCursor: null })

test('a video is published once even if the response is lost', async () => {
  const { published, posts } = await publishWith(lost, () => listed(video))
  expect(await published).toMatchObject({ video: { id: video.id }, isElsewhere: false })
  expect(posts).toHaveLength(1)
})

test('publishing waits while the network is lost', async () => {
  const network = Object.assign(new EventTarget(), { onLine: false })
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  let isLost = true
  const { published, steps } = await publishWith(async () => (isLost ? lost() : Response.json(video)), lost)
  await expect.poll(() => steps).toEqual([{ kind: 'publishing', isOffline: true }])
  isLost = false
  network.onLine = true
  network.dispatchEvent(new Event('online'))
  expect(await published).toMatchObject({ video: { id: video.id } })
  expect(steps.at(-1)).toEqual({ kind: 'publishing', isOffline: false })
})

test('without any response, publishing fails and the next attempt finds the video', async () => {
  const failed = await publishWith(lost, lost)
  await expect(failed.published).rejects.toThrow('Failed to create video record')
  const again = await publishWith(lost, () => listed(video))
  expect(await again.published).toMatchObject({ video: { id: video.id } })
})

test.each([
  ['the message of the server', Response.json({ error: 'Reverie sleeps.' }, { status: 503 }), 'Reverie sleeps.'],
  ['the plain text of the reply', new Response('Out of film', { status: 500 }), 'Out of film'],
  ['a general message for a page of HTML', new Response('<h1>nginx</h1>', { status: 500 }), 'Failed to create video'],
])('a refusal shows %s', async (_, reply, sentence) => {
  const { published } = await publishWith(
    async () => reply.clone(),
    () => listed(),
  )
  await expect(published).rejects.toThrow(sentence)
})
