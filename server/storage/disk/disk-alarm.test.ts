import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../setup/logger.ts'
import { logDiskState } from './disk-alarm.ts'
import type { DiskState } from './disk-space.ts'

test.each<[DiskState, string[]]>([
  ['full', ['error']],
  ['low', ['warn']],
  ['ok', []],
])('a disk that is %s is reported at the matching log level', async (state, levels) => {
  const lines: string[] = []
  const log = createLogger({ level: 'warn', output: { write: (line) => lines.push(line) } })
  onTestFinished(logDiskState({ state: async () => state }, log))
  await Promise.resolve()
  await Promise.resolve()
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(levels)
})
