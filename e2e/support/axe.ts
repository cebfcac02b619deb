import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules whose answer depends on colours: all that can differ from one theme to the other. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on the page as it is: by all rules in the theme that it has, and by those of colour in the other.
 *
 * @returns A line for each violation; none is good.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('Boolean(globalThis.axe)'))) await page.evaluate(axe)
  return page.evaluate<string[]>(`(async () => {
    const root = document.documentElement
    const find = async (theme, options) => {
      root.dataset.theme = theme
      const { violations } = await axe.run({ ...options, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => theme + ': ' + id + ' at ' + nodes[0].html)
    }
    const theme = root.dataset.theme ?? 'dark'
    const found = await find(theme, {})
    found.push(...(await find(theme === 'dark' ? 'light' : 'dark', { runOnly: ${JSON.stringify(rulesOfColour)} })))
    root.dataset.theme = theme
    return found
  })()`)
}
