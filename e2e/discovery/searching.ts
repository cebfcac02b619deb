import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect } from '../support/test.ts'

/** Returns a word that no other test uses. */
export function someWord(): string {
  return `z${randomUUID().replaceAll('-', '').slice(0, 12).replaceAll(/\d/g, 'q')}`
}

export function field(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Search clips' })
}

/** Publishes clips with `word` in their title, caption or prompt, and waits until the search finds them. */
export async function publishWith(page: Page, word: string): Promise<void> {
  await signUpQuickly(page, `finder${word}`)
  await publishQuickly(page, { title: `The ${word} at dawn`, tags: `${word}tag` })
  await publishQuickly(page, { title: 'A quiet town', caption: `Everybody sleeps below the ${word} tonight` })
  await publishQuickly(page, { title: 'Deep water', prompt: `<b>Slowly</b> a whale passes ${word} & its light` })
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/api/search?q=${word}`)
      return ((await reply.json()) as { videos: unknown[] }).videos.length
    })
    .toBe(3)
}

export async function openField(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).focus()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
}
