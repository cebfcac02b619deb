import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { startProduct } from '../support/servers/server.ts'
import { expect, test } from '../support/test.ts'

test('samples are labelled and unranked, and removing them leaves other clips', async ({ browser }) => {
  await using stack = new AsyncDisposableStack()
  const product = await startProduct({ DEMO: 'on' }, { makesRenditions: false })
  stack.defer(() => product.stop())
  const context = await browser.newContext({ baseURL: product.url })
  stack.defer(() => context.close())
  const page = await context.newPage()
  const clip = 'Green fire over a still lake'

  await expect.poll(async () => (await page.request.get('/api/videos')).text()).toContain(clip)
  await page.goto('/')
  const note = page.getByText('“Sample” clips are placeholders')
  await expect(note).toBeVisible()
  await expect(card(page, clip).getByText('Sample', { exact: true })).toBeVisible()
  await expect(page.getByText(/Made with AI|no AI/)).toHaveCount(0)
  await card(page, clip).getByRole('link').first().click()
  await expect(page.getByText('Example prompt')).toBeVisible()
  await expect(page.getByRole('main').getByText('Sample', { exact: true })).toBeVisible()

  await page.goto('/profile/slowlight')
  await expect(page.getByRole('heading', { name: 'Slow Light' })).toBeVisible()
  await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/Rank|Alpha creator/)).toHaveCount(0)

  await signUpQuickly(page, 'firstperson')
  await publishQuickly(page, { title: 'Made by a person' })
  await page.goto('/creators')
  const people = page.getByRole('list', { name: 'Creators' }).getByRole('listitem')
  await expect(people).toHaveCount(6)
  await expect(people.filter({ hasText: 'Sample' })).toHaveCount(5)
  await expect(people.first()).toContainText('The firstperson')
  await expect(people.filter({ hasText: 'The firstperson' })).toContainText('#1')
  await page.goto('/profile/firstperson')
  await expect(page.getByText('Alpha creator #1')).toBeVisible()

  const env = { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: '' }
  const command = resolve(import.meta.dirname, '../../scripts/operate/demo-remove.ts')
  const remove = async () => (await once(spawn(process.execPath, [command], { env, stdio: 'inherit' }), 'exit'))[0]
  expect(await remove()).toBe(0)
  await page.goto('/')
  await expect(card(page, 'Made by a person')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(note).toBeHidden()
})
