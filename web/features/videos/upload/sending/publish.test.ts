import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishSent } from './publish.ts'
import { listRemembered, rememberUpload } from './remembered-uploads.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  kept.clear()
})

test('after a change of user, received bytes are neither published nor forgotten', async () => {
  const refusal = { error: 'VALIDATION_FAILED', code: 'VALIDATION_FAILED', message: 'This upload cannot be used.' }
  const asked = vi.fn<typeof fetch>(async () => Response.json(refusal, { status: 400 }))
  vi.stubGlobal('fetch', asked)
  const ticket = {
    uploadURL: 'http://reverie.test/api/uploads/a?expires=1&signature=x',
    resumableURL: 'http://reverie.test/api/uploads/a/resumable?expires=1&signature=x',
  }
  await rememberUpload('me', new File(['clip'], 'clip.mp4'), ticket)
  const details = { title: 'T', caption: 'C', toolUsed: 'Sora', prompt: null, aspectRatio: '16:9', tags: '' } as never
  const { signal } = new AbortController()
  const options = { userId: 'me', signal, mayPublish: () => false, onStep: () => undefined }
  await expect(publishSent(ticket, details, false, options)).rejects.toThrow('Sign in again to publish this clip.')
  expect(asked).not.toHaveBeenCalled()
  expect(listRemembered('me')).toHaveLength(1)
})
