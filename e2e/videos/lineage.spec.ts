import type { Page } from '@playwright/test'
import type { Notification } from '../../contract/social/notifications.ts'
import type { VideoPage } from '../../contract/videos/videos.ts'
import { inspect } from '../support/inspect.ts'
import { expectToast, fillUpload, lightClip, publishQuickly, signIn } from '../support/people.ts'
import { expect, type Person, test } from '../support/test.ts'

const prompt = 'A slow dolly through a flooded library at night, candles drifting between the shelves'
const changed = 'A slow dolly through a flooded library at dawn, paper boats drifting between the shelves'

async function remixNotifications({ request }: Person): Promise<Notification[]> {
  const { notifications } = (await (await request.get('/api/notifications')).json()) as {
    notifications: Notification[]
  }
  return notifications.filter(({ type }) => type === 'remix')
}

async function newestOf(page: Page, { id }: Person): Promise<string> {
  const { videos } = (await (await page.request.get(`/api/videos/user/${id}`)).json()) as VideoPage
  return videos[0]!.id
}

const remixPart = (page: Page) => page.getByRole('region', { name: 'Remixes' })

test('a visitor signs in to remix a clip, and both clips are linked', async ({ page, another }) => {
  const [ownerName, name] = ['remixed', 'remixer']
  const [owner, person] = [await another(ownerName), await another(name)]
  const title = 'Flooded library'
  const parent = await publishQuickly(owner, { title, prompt, tags: 'library', toolUsed: 'google-veo-3' })

  await page.goto(`/video/${parent.id}`)
  await remixPart(page).getByRole('link', { name: 'Remix', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to remix this clip' })).toBeVisible()
  await signIn(page, name)
  await expect(page).toHaveURL('/upload')
  await expect(page.getByLabel('Prompt (optional)')).toHaveValue(prompt)
  await expect(page.getByLabel('AI tool')).toHaveValue('google-veo-3')
  const parents = page.getByRole('group', { name: 'Source clips' })
  await expect(parents.getByText(title)).toBeVisible()
  await page.getByLabel(`Thanks to @${ownerName} (optional)`).fill('Thank you for the <i>candles</i>!')
  // A reload keeps the text and the source clips as a draft, and does not start another remix.
  await page.reload()
  await expect(page.getByLabel('Made from (optional)', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel(`Thanks to @${ownerName} (optional)`)).toHaveValue('Thank you for the <i>candles</i>!')
  await fillUpload(page, { file: lightClip(), title: 'Dawn library' })
  await page.getByLabel('Prompt (optional)').fill(changed)
  await page.getByLabel('Licence').selectOption('CC BY 4.0')
  await page.getByLabel('Who can remix this').selectOption('Everyone')
  await inspect(page)
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expectToast(page, 'Video published')
  await expect(page).toHaveURL('/')

  const remixId = await newestOf(page, person)
  expect(await remixNotifications(owner)).toMatchObject([{ actorId: person.id, videoId: remixId }])
  await page.goto(`/video/${remixId}`)
  await expect(remixPart(page)).toContainText(`Remix of ${title} by @${ownerName}`)
  await expect(remixPart(page).getByText('“Thank you for the <i>candles</i>!”')).toBeVisible()
  await expect(remixPart(page).getByRole('link', { name: 'CC BY 4.0' })).toBeVisible()
  await expect(page.getByText('No comments yet')).toBeVisible()
  await inspect(page)

  await remixPart(page).getByRole('link', { name: 'Origin' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Remixes of Dawn library' })).toBeVisible()
  const made = page.getByRole('region', { name: 'Made from' })
  await made.getByRole('button', { name: 'Compare the prompts' }).focus()
  await page.keyboard.press('Enter')
  await expect(made.getByRole('deletion').filter({ hasText: 'night' })).toBeVisible()
  await expect(made.getByRole('insertion').filter({ hasText: 'dawn' })).toBeVisible()
  await expect(page.getByText('No remixes yet')).toBeVisible()
  await inspect(page)

  await made.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/video/${parent.id}`)
  await remixPart(page).getByRole('link', { name: '1 remix' }).click()
  const remixes = page.getByRole('region', { name: '1 remix', exact: true })
  await expect(remixes.getByRole('article', { name: 'Dawn library' })).toBeVisible()
  await inspect(page)
})
