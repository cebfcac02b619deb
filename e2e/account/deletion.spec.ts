import { inspect } from '../support/inspect.ts'
import { expectLargeTargets } from '../support/layout.ts'
import { expectToast, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ hasTouch: true })

test('a user schedules the deletion of their account, downloads their data and cancels it @deep', async ({
  page,
  another,
}) => {
  const name = 'goodbye'
  await signUpQuickly(page, name)
  const clip = await publishQuickly(page, { title: 'The last one' })
  const fan = await another('goodbyefan')
  await fan.request.post(`/api/videos/${clip.id}/like`)
  const statusForOthers = async () => (await fan.request.get(`/api/videos/${clip.id}`)).status()

  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your username').fill('somebody')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('This isn’t your username')).toBeVisible()
  await inspect(page)
  await expectLargeTargets(page, 'leaving')
  await dialog.getByLabel('Your username').fill(`${name.replace('g', 'G')} `)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expectToast(
    page,
    'Your account is hidden and scheduled for deletion',
    /^We’ll delete it on .*\. Sign in before that/,
  )
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
  expect(await statusForOthers()).toBe(404)

  await page.goto('/auth?next=/upload')
  await signIn(page, name)
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeFocused()
  await page.getByRole('button', { name: 'Prepare the download' }).click()
  await expect(page.getByRole('button', { name: 'Download Clips, part 1' })).toBeVisible()
  await inspect(page)
  await expectLargeTargets(page, 'an account that is about to be deleted')
  // The screen covers every page, even the home page behind the splash.
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-splash')
  await page.goto(`/profile/${name}`)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expectToast(page, 'Good to have you back!')
  await expect(page.getByRole('heading', { name: `The ${name}` })).toBeFocused()
  await expect(page.getByRole('article', { name: 'The last one' })).toBeVisible()
  expect(await statusForOthers()).toBe(200)
})
