import type { Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import { expectToFit, phones, resize } from './layout.ts'
import { expect } from './test.ts'

/**
 * Expects that axe finds nothing on the page in either theme. Expects the page to fit a phone, a tablet, a laptop and a
 * wide screen.
 */
export async function inspect(page: Page): Promise<void> {
  const before = page.viewportSize()!
  expect(await violationsOf(page)).toEqual([])
  await expectToFit(page, phones)
  await resize(page, before)
}
