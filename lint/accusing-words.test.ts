import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that accuse creators, or claim more than Reverie can know. Reverie only says what a file itself claims. */
const accusing = /\bfake[sd]?\b|AI[- ]detect(ed|ion|or)|human[- ]made/i

test('texts neither accuse creators nor claim more than Reverie can know', () => {
  const files = globSync(['{web,contract,server,scripts}/**/*.{ts,tsx,mjs,html,css,sql}', '{README,CHANGELOG}.md'])
  const sources = files.filter((path) => !/\.(test|suite)\.\w+$/.test(path))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((path) => accusing.test(readFileSync(path, 'utf8')))).toEqual([])
})
