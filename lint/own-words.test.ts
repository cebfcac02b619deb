import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Files that may contain the words of Reverie's own site, and why. */
const allowed: Record<string, string> = {
  'contract/site/default-branding.ts': 'contains the default appearance',
  'web/index.html': 'contains the head that the server replaces',
  'server/http/post-webhook.ts': 'names the program to the receiver',
  'web/features/videos/upload/form/models.ts': 'contains names of models',
}

const comments = /<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|\/\/ .*|^\s*\* .*/gm

/**
 * The name of the site is a setting, and only a site with the default name is in alpha. A component that calls
 * `isInAlpha` may name the alpha. Messages of commands, such as those about backups, name the software.
 */
test('no text of the product contains the words of Reverie’s own site', () => {
  const files = globSync([
    'web/**/*.{ts,tsx,html,css,js}',
    'contract/**/*.ts',
    'server/{features,http}/**/*.ts',
  ]).filter((path) => !/\.(test|suite|fixture)\.tsx?$|site\/backup\//.test(path))
  expect(files.length).toBeGreaterThan(900)
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const word = /\b(Reverie|MVP|[Aa]lpha)\b/.exec(source.replaceAll(comments, ''))
    return word && !(file in allowed) && !source.includes('isInAlpha()') ? [`${file}: ${word[0]}`] : []
  })
  expect(found).toEqual([])
})
