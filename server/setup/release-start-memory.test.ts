import { getHeapSpaceStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { releaseStartMemory } from './release-start-memory.ts'

test('releasing the memory of the start shrinks the young generation to a few megabytes', () => {
  const kept: object[] = []
  for (let i = 0; i < 500_000; i++) kept.push({ i })
  expect(youngBytes()).toBeGreaterThan(8_000_000)

  releaseStartMemory()
  expect(youngBytes()).toBeLessThan(4_000_000)
  expect(kept).toHaveLength(500_000)
})

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.physical_space_size
}
