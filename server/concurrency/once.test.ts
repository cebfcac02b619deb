import { expect, test } from 'vitest'
import { once } from './once.ts'

test('concurrent calls share one load, and its result is kept', async () => {
  let loads = 0
  const load = once(() => Promise.resolve(++loads))
  expect([...(await Promise.all([load(), load()])), await load()]).toEqual([1, 1, 1])
})

test('after a failed load, the next call loads again', async () => {
  let loads = 0
  const load = once(() => (++loads === 1 ? Promise.reject(new Error('EMFILE')) : Promise.resolve(loads)))
  const failed = await Promise.allSettled([load(), load()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await load()).toBe(2)
})
