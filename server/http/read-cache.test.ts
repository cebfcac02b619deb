import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReadCache } from './read-cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The simulated clock starts at 0, and `lru-cache` takes 0 for a missing time.
  vi.advanceTimersByTime(1)
})
afterEach(() => {
  vi.useRealTimers()
})

const MIB = 1024 * 1024

/** Returns the signals that a cache listens to, and a function that emits one. */
function signals() {
  const listeners: { topic: string; hear: (payload: string) => void; resync?: (() => void) | undefined }[] = []
  return {
    on(topic: string, hear: (payload: string) => void, resync?: () => void) {
      listeners.push({ topic, hear, resync })
      return () => {}
    },
    emit: (topic: string, payload: string) =>
      listeners.filter((listener) => listener.topic === topic).forEach(({ hear }) => hear(payload)),
    lose: () => listeners.forEach(({ resync }) => resync?.()),
  }
}

const quiet = { signals: signals(), droppedBy: {} }

/** Returns a function that reads a key through the cache. Also returns a function that counts reads of the source. */
function counting(reads: ReadCache<number>) {
  let count = 0
  return { get: (key: string) => reads.get(key, async () => ++count), count: () => count }
}

test('a cached value is shared for a second and then read again', async () => {
  const { get } = counting(new ReadCache<number>({ ...quiet, max: 10 }))
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual([1, 1, 2])
  vi.advanceTimersByTime(999)
  expect(await get('a')).toBe(1)
  vi.advanceTimersByTime(2)
  expect(await get('a')).toBe(3)
})

test('a cache with a longer lifetime reads less often', async () => {
  const { get } = counting(new ReadCache<number>({ ...quiet, max: 10, maxAgeMs: 60_000 }))
  expect(await get('a')).toBe(1)
  vi.advanceTimersByTime(59_999)
  expect(await get('a')).toBe(1)
  vi.advanceTimersByTime(2)
  expect(await get('a')).toBe(2)
})

test('a value that is dropped while it is being read is not cached', async () => {
  const topics = signals()
  const reads = new ReadCache<string>({
    max: 10,
    signals: topics,
    droppedBy: { changed: (list, key) => key.startsWith(list) },
  })
  const old = Promise.withResolvers<string>()
  const asked = reads.get('list 1', () => old.promise)
  topics.emit('changed', 'list')
  expect(await reads.get('list 1', async () => 'new')).toBe('new')
  old.resolve('old')
  expect(await asked).toBe('old')
  expect(await reads.get('list 1', async () => 'newer')).toBe('new')
})

test('a signal drops only the entries that it makes outdated', async () => {
  const topics = signals()
  const { get } = counting(
    new ReadCache<number>({
      max: 10,
      signals: topics,
      droppedBy: { everything: 'all', named: 'key', one: (payload, _key, value) => value === Number(payload) },
    }),
  )
  const both = () => Promise.all([get('a'), get('b')])
  expect(await both()).toEqual([1, 2])
  topics.emit('one', '2')
  expect(await both()).toEqual([1, 3])
  topics.emit('everything', '')
  expect(await both()).toEqual([4, 5])
  topics.emit('named', 'b')
  expect(await both()).toEqual([4, 6])
  topics.lose()
  expect(await both()).toEqual([7, 8])
  topics.emit('another', '7')
  expect(await both()).toEqual([7, 8])
})

test('a failed read is not cached', async () => {
  const reads = new ReadCache<string>({ ...quiet, max: 10 })
  await expect(reads.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await reads.get('a', async () => 'back')).toBe('back')
})

test('entries are limited in number and bytes, and the newest are kept', async () => {
  const few = counting(new ReadCache<number>({ ...quiet, max: 2 }))
  await few.get('a')
  await few.get('b')
  await few.get('c')
  await few.get('b')
  expect(few.count()).toBe(3)
  await few.get('a')
  expect(few.count()).toBe(4)

  const large = counting(new ReadCache<number>({ ...quiet, max: 100, bytesOf: () => 30 * MIB }))
  for (const key of ['a', 'b', 'c', 'c', 'b']) await large.get(key)
  expect(large.count()).toBe(3)
  await large.get('a')
  expect(large.count()).toBe(4)
})

test('an unused read cache drops all its entries', async () => {
  const reads = new ReadCache<object>({ ...quiet, max: 10, bytesOf: () => 1 })
  const value = {}
  await reads.get('a', async () => value)
  vi.advanceTimersByTime(2_000)
  expect(vi.getTimerCount()).toBe(0)
})
