import { expect, test } from 'vitest'
import { formatCount } from '../../../format/count.ts'
import { describeResultCount } from './describe-result-count.ts'

test.each([
  [0, false, 0, 'best', 'No clips found'],
  [1, false, 1, 'best', '1 clip'],
  [12, false, 12, 'newest', '12 clips'],
  [1_400, true, 1_400, 'best', `About ${formatCount(1_400)} clips`],
  [41_000, true, 2_000, 'best', `The best ${formatCount(2_000)} of about ${formatCount(41_000)} clips`],
  [2_400, false, 2_000, 'newest', `The newest ${formatCount(2_000)} of ${formatCount(2_400)} clips`],
] as const)('%i found (about: %s), %i of them shown, %s first', (count, isAbout, shownCount, sort, sentence) => {
  expect(describeResultCount({ count, isAbout, shownCount }, sort)).toBe(sentence)
})
