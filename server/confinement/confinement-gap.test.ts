import { expect, test } from 'vitest'
import { gapSentence } from './confinement.ts'

test('no warning is shown on a machine with all protections', () => {
  expect(gapSentence([], true)).toBeUndefined()
})

test('the warning names each missing protection with a remedy', () => {
  expect(gapSentence(['files', 'calls'], false)).toBe(
    'The processes that decode uploads can open other files and use the network and start programs on this machine: Linux 5.13 or newer with Landlock prevents that.',
  )
  expect(gapSentence(['user', 'files'], true)).toBe(
    'The processes that decode uploads can run as root and open other files on this machine: start Reverie as an ordinary user, on Linux 5.13 or newer with Landlock, to prevent that.',
  )
})
