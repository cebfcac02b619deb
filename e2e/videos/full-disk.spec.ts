import { lightClip, expectToast, fillUpload, signUpQuickly } from '../support/people.ts'
import { type Product, startProduct } from '../support/servers/server.ts'
import { expect, test } from '../support/test.ts'

// A server of its own whose disk has come to its reserve.

test.use({ expectedErrors: [/507/] })

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ DISK_RESERVE: '100%' })
})
test.afterAll(() => product.stop())

test('without room on the disk an upload is refused in words, and nothing of the form is lost', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await signUpQuickly(page, 'crowded')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'No room for this' })
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expectToast(
    page,
    'Upload failed',
    'The server has no room for this file right now. Nothing was kept; please try again later.',
  )
  await expect(page.getByLabel('Title')).toHaveValue('No room for this')
  await expect(page.getByLabel('Caption')).toHaveValue('Made for a test')
  await expect(page.getByRole('button', { name: 'Upload Video' })).toBeEnabled()
  await context.close()
})
