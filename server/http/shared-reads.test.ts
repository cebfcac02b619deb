import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedReads } from './shared-reads.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const MIB = 1024 * 1024

/** Reads that count themselves. */
function counting(reads: SharedReads<number>) {
  let count = 0
  return { get: (key: string) => reads.get(key, async () => ++count), count: () => count }
}

test('what was read is shared for a second, and not longer', async () => {
  const { get } = counting(new SharedReads<number>(10))
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual([1, 1, 2])
  vi.advanceTimersByTime(999)
  expect(await get('a')).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await get('a')).toBe(3)
})

test('what was dropped while it was being read is not kept', async () => {
  const reads = new SharedReads<string>(10)
  const old = Promise.withResolvers<string>()
  const asked = reads.get('list 1', () => old.promise)
  reads.drop('list')
  expect(await reads.get('list 1', async () => 'new')).toBe('new')
  old.resolve('old')
  expect(await asked).toBe('old')
  expect(await reads.get('list 1', async () => 'newer')).toBe('new')
})

test('a failure is not kept', async () => {
  const reads = new SharedReads<string>(10)
  await expect(reads.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await reads.get('a', async () => 'back')).toBe('back')
})

test('no more is kept than its number and its bytes allow, the youngest last', async () => {
  const few = counting(new SharedReads<number>(2))
  await few.get('a')
  await few.get('b')
  await few.get('c')
  await few.get('b')
  expect(few.count()).toBe(3)
  await few.get('a')
  expect(few.count()).toBe(4)

  const large = counting(new SharedReads<number>(100, () => 30 * MIB))
  for (const key of ['a', 'b', 'c', 'c', 'b']) await large.get(key)
  expect(large.count()).toBe(3)
  await large.get('a')
  expect(large.count()).toBe(4)
})

test('when nobody asks any longer, nothing is kept', async () => {
  const reads = new SharedReads<object>(10, () => 1)
  const value = {}
  await reads.get('a', async () => value)
  vi.advanceTimersByTime(2_000)
  expect(vi.getTimerCount()).toBe(0)
})
