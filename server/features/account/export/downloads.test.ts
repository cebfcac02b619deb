import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Downloads } from './downloads.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const SECOND = 1_000
const KIB = 1024

/** Begins a download whose client takes a piece of `bytesPerSecond` whenever `takeNext` is called. */
async function read(downloads: Downloads, userId: string, number: number, bytesPerSecond: number) {
  const end = vi.fn<() => void>()
  const download = downloads.begin(userId, { number }, end)
  async function* source() {
    for (;;) yield new Uint8Array(bytesPerSecond)
  }
  const pieces = download.measure(source())[Symbol.asyncIterator]()
  await pieces.next()
  return { end, over: download.over, takeNext: () => pieces.next() }
}

type Client = Awaited<ReturnType<typeof read>>

async function passSeconds(seconds: number, ...clients: Client[]): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    vi.advanceTimersByTime(SECOND)
    for (const { takeNext } of clients) await takeNext()
  }
}

test('a client below the minimum rate is cut off even without other downloads', async () => {
  const downloads = new Downloads(2)
  const slow = await read(downloads, 'slow', 1, 15 * KIB)
  const steady = await read(downloads, 'steady', 1, 17 * KIB)
  await passSeconds(29, slow, steady)
  expect(slow.end).not.toHaveBeenCalled()
  await passSeconds(300, slow, steady)
  expect(slow.end).toHaveBeenCalled()
  expect(steady.end).not.toHaveBeenCalled()
})

test('a client that stops reading is cut off', async () => {
  const stalled = await read(new Downloads(2), 'stalled', 0, 1_000 * KIB)
  await passSeconds(10, stalled)
  await passSeconds(600)
  expect(stalled.end).toHaveBeenCalled()
})

test('a client that waits for the server does not count as slow', async () => {
  const downloads = new Downloads(2)
  const end = vi.fn<() => void>()
  const { measure, over } = downloads.begin('patient', { number: 1 }, end)
  const { promise, resolve } = Promise.withResolvers<Uint8Array>()
  async function* source() {
    yield await promise
  }
  const next = measure(source())[Symbol.asyncIterator]().next()
  vi.advanceTimersByTime(600 * SECOND)
  expect(end).not.toHaveBeenCalled()
  resolve(new Uint8Array(1))
  await next
  over()
  expect(downloads.partOf('patient')).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

test('after thirty seconds, the slowest download makes room for a waiting person', async () => {
  const downloads = new Downloads(2)
  const slow = await read(downloads, 'slow', 1, 100 * KIB)
  const slower = await read(downloads, 'slower', 1, 50 * KIB)
  await passSeconds(29, slow, slower)
  expect(() => downloads.begin('third', { number: 1 }, vi.fn())).toThrow(
    'Too many downloads are in progress right now.',
  )
  await passSeconds(2, slow, slower)
  downloads.begin('third', { number: 1 }, vi.fn())
  expect([slow.end, slower.end].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  expect(['slow', 'slower', 'third'].map((id) => downloads.partOf(id))).toEqual([1, null, 1])
  // The connection of the replaced download ends later, and does not remove the same account's next download.
  await passSeconds(31, slow)
  downloads.begin('slower', { number: 1 }, vi.fn())
  slower.over()
  expect(downloads.partOf('slower')).toBe(1)
})

test('after ten minutes, even a fast download is ended for a waiting person', async () => {
  const downloads = new Downloads(1)
  const fast = await read(downloads, 'fast', 1, 2_000 * KIB)
  const ask = () => downloads.begin('second', { number: 1 }, vi.fn())
  await passSeconds(599, fast)
  expect(ask).toThrow('Too many downloads')
  await passSeconds(2, fast)
  expect(ask).not.toThrow()
  expect(fast.end).toHaveBeenCalled()
})

test('downloads of clips and of account archives have separate limits', async () => {
  const downloads = new Downloads(1)
  await read(downloads, 'first', 1, 50 * KIB)
  await read(downloads, 'second', 0, 50 * KIB)
  for (const number of [0, 2]) expect(() => downloads.begin('third', { number }, vi.fn())).toThrow('Too many downloads')
  expect(['first', 'second'].map((id) => downloads.partOf(id))).toEqual([1, 0])
})
