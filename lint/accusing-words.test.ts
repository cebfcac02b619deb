import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words that accuse somebody, or promise what nobody can know. What a file says is said as its word. */
const accusing = /\bfake[sd]?\b|AI[- ]detect(ed|ion|or)|human[- ]made/i

test('nothing that anybody reads calls a clip what nobody can know', () => {
  const files = globSync(['{web,contract,server,scripts}/**/*.{ts,tsx,mjs,html,css,sql}', '{README,CHANGELOG}.md'])
  const sources = files.filter((path) => !/\.(test|suite)\.\w+$/.test(path))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((path) => accusing.test(readFileSync(path, 'utf8')))).toEqual([])
})
