import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licencesFile, writeLicences } from './write-licences.ts'

test('docs/licences.md is up to date (npm run licences)', () => {
  const list = writeLicences()
  expect(readFileSync(licencesFile, 'utf8')).toBe(list)
  const [, conditions = ''] = /## Before you pass copies on\n([^]*?)\n## /.exec(list) ?? []
  for (const name of ['@seydx/node-av-*', '@img/sharp-libvips-*', 'mediabunny'])
    expect(conditions).toContain(`| ${name} |`)
  expect(list).toMatch(/## In the pages[^]*\| hls\.js \|[^]*\| react \|/)
})
