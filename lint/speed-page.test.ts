import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cellsOf, isMet } from '../bench/support/report.ts'
import { renderSpeedPage, type Result } from '../bench/support/speed-page.ts'

test('the tables of docs/speed.md are those of the saved results', async () => {
  const saved = JSON.parse(await readFile('docs/speed.json', 'utf8')) as Record<string, Result>
  const page = await readFile('docs/speed.md', 'utf8')
  expect(page).toBe(renderSpeedPage(page, saved))
  for (const name of Object.keys(saved)) expect(page).toContain(`<!-- bench ${name} -->`)
})

test.each([
  [{ atMost: 20 }, '≤ 20 ms', false],
  [{ atLeast: 20 }, '≥ 20 ms', true],
  [{ atMostOfLimit: 1.3 }, '≤ 130 % of the limit', false],
  [{ atLeastOfLimit: 0.5 }, '≥ 50 % of the limit', true],
  [{}, '—', true],
])('a figure of 30 ms with a limit of 20 ms and the goal %j', (goal, words, met) => {
  const row = { name: 'a figure', figure: 30, unit: 'ms', limit: { name: 'a limit', figure: 20 }, ...goal }
  expect(isMet(row)).toBe(met)
  expect(cellsOf(row)).toMatchObject({
    limit: '20 (a limit)',
    ratio: '150 %',
    goal: words,
    met: met ? 'yes' : '**no**',
  })
})
