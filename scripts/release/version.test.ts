import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { version } from '../../server/setup/version.ts'

test('package, lockfile and changelog have the same version number', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    version: string
    packages: Record<string, { version: string }>
  }
  const headings = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (.*)$/gm)
  const [newest] = [...headings].map(([, heading]) => heading).filter((heading) => heading !== 'Unreleased')
  expect([lock.version, lock.packages['']?.version, newest]).toEqual([version, version, version])
})
