import { expect, test } from 'vitest'
import { stopClock } from '../../server/test/stop-clock.ts'
import { showProgress } from './move-progress.ts'

const GB = 1024 ** 3

test('the remaining time is estimated from the files of this run only', () => {
  const clock = stopClock()
  const lines: string[] = []
  const onSeen = showProgress({ files: 1_000, bytes: 1_000 * GB }, (line) => void lines.push(line))
  // An earlier run copied these.
  for (let file = 0; file < 500; file++) onSeen({ sizeBytes: GB }, false)
  expect(lines).toHaveLength(50)
  expect(lines.at(-1)).toBe('50 %: 500 of 1,000 files, 500.0 GB of 1000.0 GB')
  for (const [files, left] of [
    [100, 'about 7 hours'],
    [380, 'about 20 minutes'],
    [10, 'about 10 minutes'],
  ] as const) {
    for (let file = 0; file < files; file++) {
      clock.pass(60_000)
      onSeen({ sizeBytes: GB }, true)
    }
    expect(lines.at(-1)).toMatch(new RegExp(`, ${left} left$`))
  }
  for (let file = 0; file < 10; file++) onSeen({ sizeBytes: GB }, true)
  expect(lines.at(-1)).toBe('100 %: 1,000 of 1,000 files, 1000.0 GB of 1000.0 GB')
})
