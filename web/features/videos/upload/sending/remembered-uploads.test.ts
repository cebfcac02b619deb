import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../../../test/storage.ts'
import { findTicket, forgetUpload, listRemembered, rememberUpload } from './remembered-uploads.ts'

let kept: Map<string, string>
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://reverie.test' })
  kept = stubStorage('localStorage')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function ticket(name: string) {
  return {
    uploadURL: `http://reverie.test/api/uploads/${name}?expires=1&signature=x`,
    resumableURL: `http://reverie.test/api/uploads/${name}/resumable?expires=1&signature=x`,
  }
}

const file = (content: string) => new File([content], 'clip.mp4')

test('the same file finds its upload again, even with another name and time', async () => {
  const [first, second] = [ticket('first'), ticket('second')]
  await rememberUpload('me', file('one'), first)
  await rememberUpload('me', file('two'), second)
  expect(await findTicket('me', file('one'))).toEqual(first)
  expect(await findTicket('me', new File(['two'], 'renamed.mp4', { lastModified: 1 }))).toEqual(second)
  expect(listRemembered('me').map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
    ['clip.mp4', 3],
    ['clip.mp4', 3],
  ])
})

test('any sampled part distinguishes files of the same name and size', async () => {
  const bytes = (at?: number) => new Uint8Array(1_000_000).map((_, i) => (i === at ? 1 : 0))
  await rememberUpload('me', new File([bytes()], 'clip.mp4'), ticket('first'))
  for (const at of [0, 500_000, 999_999]) {
    expect(await findTicket('me', new File([bytes(at)], 'clip.mp4'))).toBeUndefined()
  }
})

test('uploads are separate for each user', async () => {
  await rememberUpload('me', file('one'), ticket('first'))
  expect(await findTicket('you', file('one'))).toBeUndefined()
})

test('an upload is remembered until it is forgotten, whatever the clock says', async () => {
  await rememberUpload('me', file('one'), ticket('first'))
  vi.useFakeTimers({ now: Date.now() + 7 * 86_400_000 })
  expect(await findTicket('me', file('one'))).toEqual(ticket('first'))
  forgetUpload('me', ticket('first'))
  expect([await findTicket('me', file('one')), kept.size]).toEqual([undefined, 0])
})

test.each(['', '{}', '[{"name":1}]', 'not JSON'])('an invalid stored list counts as empty: %j', async (stored) => {
  kept.set('unfinished-uploads:me', stored)
  expect(listRemembered('me')).toEqual([])
  await rememberUpload('me', file('one'), ticket('first'))
  expect(listRemembered('me')).toHaveLength(1)
})

const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('Full', 'QuotaExceededError')
  },
  removeItem: () => {},
}

test.each([
  ['blocked', undefined],
  ['full', full],
])('with %s storage, an upload is remembered until the page is closed', async (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  await rememberUpload('visitor', file('one'), ticket('first'))
  expect(await findTicket('visitor', file('one'))).toEqual(ticket('first'))
  forgetUpload('visitor', ticket('first'))
  expect(await findTicket('visitor', file('one'))).toBeUndefined()
})
