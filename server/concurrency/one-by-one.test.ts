import { expect, test } from 'vitest'
import { oneByOne } from './one-by-one.ts'

test('a failure does not stop the work on later items, and is thrown at the end', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    if (item === 1) throw new Error('No luck')
    done.push(item)
  }
  await expect(oneByOne([1, 2, 3], work)).rejects.toMatchObject({
    message: '1 of 3 failed',
    errors: [Error('No luck')],
  })
  expect(done).toEqual([2, 3])
})

test('no further item is started after an abort', async () => {
  const stopping = new AbortController()
  const done: number[] = []
  await oneByOne(
    [1, 2],
    async (item) => {
      done.push(item)
      stopping.abort()
    },
    stopping.signal,
  )
  expect(done).toEqual([1])
})
