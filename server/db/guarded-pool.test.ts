import { expect, inject, test } from 'vitest'
import { measureGrowth } from './pool-growth.ts'

test('a pool keeps nothing of the queries that are done', async () => {
  expect(await measureGrowth(inject('postgresUrl'), 5_000)).toBeLessThan(120)
})
