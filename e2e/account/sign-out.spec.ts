import { lightClip, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('signing out leaves no notifications, likes, drafts or unfinished uploads in the tab', async ({
  page,
  another,
}) => {
  const ownId = await signUpQuickly(page, 'leaving')
  const clip = await publishQuickly(page, { title: 'Left behind' })
  await page.request.post(`/api/videos/${clip.id}/like`)
  const fan = await another('leavingfan')
  await fan.request.post(`/api/videos/${clip.id}/comments`, { data: { text: 'For the owner alone' } })

  await page.goto(`/video/${clip.id}`)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Never to be posted')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('The leavingfan')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Upload' }).click()
  await page.getByLabel('Title').fill('Never to be published')
  await page.getByLabel('Video file').setInputFiles(lightClip())

  await page.evaluate((id) => localStorage.setItem(`unfinished-uploads:${id}`, '[]'), ownId)
  expect(await page.evaluate(() => Object.keys(localStorage).join())).toContain(`upload-draft:${ownId}`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Goodbye!', { exact: true })).toBeVisible()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain(ownId)

  // The next user signs in, still in the same tab.
  const listed = Promise.withResolvers<void>()
  await page.route(/notifications(\?|$)/, (route) => listed.promise.then(() => route.continue()))
  await another('nextone')
  await signIn(page, 'nextone')
  await expect(page).toHaveURL('/upload')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('Never to be published')).toHaveCount(0)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('status', { name: 'Loading notifications' })).toBeVisible()
  await expect(page.getByText('The leavingfan')).toHaveCount(0)
  listed.resolve()
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page).toHaveURL(`/video/${clip.id}`)
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Like/ }).first()).toHaveAttribute('aria-pressed', 'false')
})
