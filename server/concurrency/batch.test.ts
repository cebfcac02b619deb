import { expect, test } from 'vitest'
import { batched } from './batch.ts'

test('concurrent calls share a run, and each gets its own result', async () => {
  const runs: number[][] = []
  const double = batched(async (items: number[]) => {
    runs.push(items)
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(runs).toEqual([[1, 2, 3]])
})

test('while runs are in progress, further calls are collected in the next batch', async () => {
  const finish: (() => void)[] = []
  const sizes: number[] = []
  const call = batched(
    async (items: number[]) => {
      sizes.push(items.length)
      await new Promise<void>((resolve) => finish.push(resolve))
      return items
    },
    { atOnce: 1, maxItems: 3 },
  )
  const first = call(0)
  await settled(() => finish.length === 1)
  const rest = Promise.all([1, 2, 3, 4].map(call))
  finish[0]!()
  await first
  await settled(() => finish.length === 2)
  finish[1]!()
  await settled(() => finish.length === 3)
  finish[2]!()
  expect(await rest).toEqual([1, 2, 3, 4])
  expect(sizes).toEqual([1, 3, 1])
})

test('a failed run fails only its own callers', async () => {
  let runs = 0
  const call = batched(async (items: number[]) => {
    if (runs++ === 0) throw new Error('away')
    return items
  })
  const results = await Promise.allSettled([call(1), call(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await call(3)).toBe(3)
})

async function settled(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise(setImmediate)
}
