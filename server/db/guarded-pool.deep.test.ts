import { expect, inject, test } from 'vitest'
import { measureGrowth } from './pool-growth.ts'

test('a pool keeps nothing of 200,000 queries that are done', { timeout: 600_000 }, async () => {
  expect(await measureGrowth(inject('postgresUrl'), 200_000)).toBeLessThan(5)
})
