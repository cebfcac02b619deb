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

/** Rules that depend on colours. Only their results can differ between the themes. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe on the page in its current state. All rules run in the current theme, and the colour rules also in the
 * other.
 *
 * @returns A line for each violation.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated by the devtools, because the content security policy would block a script element.
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
