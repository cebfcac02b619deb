import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules whose answer depends on colours: all that can differ from one theme to the other. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds on the page as it is: by all rules in the theme that it has, and by those of colour in the other.
 *
 * @returns A line for each violation; none is good.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  // As a script of the page it would be stopped by the content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (ofColour) => {
    const root = document.documentElement
    const find = async (shown: string, options: axe.RunOptions) => {
      root.dataset.theme = shown
      const { violations } = await window.axe!.run({ ...options, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${shown}: ${id} at ${nodes[0]?.html}`)
    }
    const theme = root.dataset.theme ?? 'dark'
    const found = await find(theme, {})
    found.push(...(await find(theme === 'dark' ? 'light' : 'dark', { runOnly: ofColour })))
    root.dataset.theme = theme
    return found
  }, rulesOfColour)
}
