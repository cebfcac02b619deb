import type { Locator, Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { expectToFit } from '../support/layout.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { insertSpamWave, makeStaff } from '../support/staff.ts'
import { expect } from '../support/test.ts'

const test = onOwnSite()

/** A fifth of the wave that server/features/moderation/batches/spam-wave.test.ts decides about. */
const wave = { accounts: 60, comments: 400, emailDomains: 40, linkDomains: 15 }
const CLICKS_MAX = 60

async function expectComments(page: Page, videoIds: string[], count: number): Promise<void> {
  const counts = videoIds.map(async (id) => {
    const { commentsCount } = (await (await page.request.get(`/api/videos/${id}`)).json()) as { commentsCount: number }
    return commentsCount
  })
  expect((await Promise.all(counts)).reduce((sum, each) => sum + each)).toBe(count)
}

test('one moderator hides a wave of spam, and one admin undoes the decisions @deep', async ({
  page,
  openAs,
  another,
  dataDir,
}) => {
  const owner = await another('spammedowner')
  const clips = [await publishQuickly(owner, { title: 'One' }), await publishQuickly(owner, { title: 'Two' })]
  const videoIds = clips.map(({ id }) => id)
  await owner.request.post(`/api/videos/${videoIds[0]}/comments`, { data: { text: 'The light is beautiful' } })
  await insertSpamWave(dataDir, videoIds, wave)
  await makeStaff(dataDir, await signUpQuickly(page, 'wavemoderator'))
  const admin = await another('waveadmin')
  await makeStaff(dataDir, admin.id, 'admin')

  let clicks = 0
  const click = async (control: Locator) => {
    clicks++
    await control.click()
  }
  await page.goto('/moderation')
  await click(page.getByRole('tab', { name: 'Accounts' }))
  const search = page.getByRole('searchbox', { name: 'Search their comments' })
  const found = page.getByRole('list', { name: 'Accounts' })
  for (let i = 0; i < wave.linkDomains; i++) {
    await click(search)
    await search.fill(`shop${i}.example`)
    await page.keyboard.press('Enter')
    await expect(found.getByRole('checkbox').first()).toBeEnabled()
    const selecting = page.waitForResponse((reply) => reply.url().includes(`/api/people/ids?`))
    await click(page.getByRole('button', { name: 'Select all that match' }))
    await selecting
  }
  await expect(page.getByText(`${wave.accounts} accounts selected`)).toBeVisible()
  await click(page.getByRole('button', { name: 'Decide…' }))
  const dialog = page.getByRole('dialog', { name: `Decide about ${wave.accounts} accounts` })
  const [needed, cancel] = [dialog.getByText(/^Still missing/), dialog.getByRole('button', { name: 'Cancel' })]
  expect((await needed.boundingBox())!.y).toBeGreaterThan((await cancel.boundingBox())!.y)
  await click(dialog.getByRole('radio', { name: /^Suspend the account/ }))
  await click(dialog.getByLabel('Facts'))
  await page.keyboard.type('The same shops are advertised below many clips.')
  expect(await violationsOf(page)).toEqual([])
  await click(dialog.getByRole('button', { name: /^Suspend until/ }))
  await expect(page.getByText(`${wave.accounts} decisions made.`)).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)
  await expectComments(page, videoIds, 1)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expectToFit(page)

  const desk = await openAs(admin)
  await desk.goto('/moderation?tab=accounts')
  await desk.getByRole('button', { name: 'Batch decisions' }).click()
  await desk.getByRole('button', { name: 'Undo all' }).click()
  await desk
    .getByRole('dialog', { name: 'Undo all of these decisions?' })
    .getByRole('button', { name: 'Undo all' })
    .click()
  await expect(desk.getByText(`${wave.accounts} decisions reversed.`)).toBeVisible()
  await expectComments(page, videoIds, wave.comments + 1)
})
