import { inspect } from '../support/inspect.ts'
import { expectToast, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { letGracePass } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'

test('a user schedules, cancels and finally completes the deletion of their account @deep', async ({
  page,
  another,
  dataDir,
}) => {
  const name = 'goodbye'
  const id = await signUpQuickly(page, name)
  const clip = await publishQuickly(page, { title: 'The last one' })
  const fan = await another('goodbyefan')
  await fan.request.post(`/api/videos/${clip.id}/like`)
  const statusForOthers = async () => (await fan.request.get(`/api/videos/${clip.id}`)).status()

  const leave = async () => {
    await page.goto('/settings/data')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Your username').fill('somebody')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByText('This isn’t your username')).toBeVisible()
    await inspect(page)
    await dialog.getByLabel('Your username').fill(`${name.replace('g', 'G')} `)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expectToast(
      page,
      'Your account is hidden and scheduled for deletion',
      /^We’ll delete it on .*\. Sign in before that/,
    )
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
  }
  await leave()
  expect(await statusForOthers()).toBe(404)

  await page.goto('/auth?next=/upload')
  await signIn(page, name)
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeVisible()
  await page.getByRole('button', { name: 'Prepare the download' }).click()
  await expect(page.getByRole('button', { name: 'Download Clips, part 1' })).toBeVisible()
  await inspect(page)
  // The screen covers every page, even the home page behind the splash.
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-splash')
  await page.goto(`/profile/${name}`)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expectToast(page, 'Good to have you back!')
  await expect(page.getByRole('heading', { name: `The ${name}` })).toBeVisible()
  await expect(page.getByRole('article', { name: 'The last one' })).toBeVisible()
  expect(await statusForOthers()).toBe(200)

  await leave()
  await letGracePass(dataDir, id)
  await page.goto('/auth')
  await signIn(page, name)
  await expectToast(page, 'Login failed', 'Invalid email or password')
  // The account's e-mail address can be used again once the last data has been deleted.
  const data = { email: `${name}@example.org`, password: 'a good secret' }
  let next = { id: '' }
  const register = async () => {
    const reply = await page.request.post('/api/register', { data })
    next = (await reply.json()) as { id: string }
    return reply.status()
  }
  await expect.poll(register).toBe(201)
  // The username stays reserved.
  const taken = await page.request.put(`/api/users/${next.id}`, { data: { username: name } })
  expect(taken.status()).toBe(409)
})
