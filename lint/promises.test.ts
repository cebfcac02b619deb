import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const [, section = ''] = readFileSync('docs/testing.md', 'utf8').split('## Promises and their tests\n')
const rows = [...section.matchAll(/^\| *(\d+)\. (.+?) *\| (.+?) *\|$/gm)]

/** Returns each file that the test column names, with the titles in quotes after it. */
function testsIn(cell: string): { path: string; titles: string[] }[] {
  return [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")*)/g)].map(([, path = '', titles = '']) => ({
    path,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }))
}

test('the promises are numbered without gaps, and each names one to three files', () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 48 }, (_, i) => i + 1))
  expect(rows.filter(([, , , cell = '']) => ![1, 2, 3].includes(testsIn(cell).length))).toEqual([])
})

test('each file that a promise names exists and contains the quoted titles', () => {
  const missing = rows.flatMap(([, number, , cell = '']) =>
    testsIn(cell).flatMap(({ path, titles }) => {
      if (!existsSync(path)) return [`${number}: ${path}`]
      const source = readFileSync(path, 'utf8')
      return titles.filter((title) => !source.includes(title)).map((title) => `${number}: ${path} "${title}"`)
    }),
  )
  expect(missing).toEqual([])
})
