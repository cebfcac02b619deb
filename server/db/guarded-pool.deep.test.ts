import { expect, inject, test } from 'vitest'
import { measureGrowth } from '../test/database/pool-growth.ts'

test('a pool frees the memory of 200,000 finished queries', async () => {
  expect(await measureGrowth(inject('postgresUrl'), 200_000)).toBeLessThan(5)
})
