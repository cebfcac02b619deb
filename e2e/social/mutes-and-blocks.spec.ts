import { card, expectToast, publishQuickly, showOnlyClipsOf, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/403/] })

test('mutes and blocks apply at once, can be undone, and explain refusals @deep', async ({ page, another }) => {
  await test.step('a mute hides clips and comments until the viewer undoes it', async () => {
    const noisy = await another('noisy')
    const quiet = await another('quiet')
    await publishQuickly(noisy, { title: 'Noisy clip' })
    const { id } = await publishQuickly(quiet, { title: 'Quiet clip' })
    await noisy.request.post(`/api/videos/${id}/comments`, { data: { text: 'Noisy words' } })
    await signUpQuickly(page, 'muting')
    await showOnlyClipsOf(page, 'noisy', 'quiet')
    await page.goto('/')
    await expect(card(page, 'Noisy clip')).toBeVisible()
    await card(page, 'Quiet clip').getByRole('link', { name: 'Quiet clip' }).click()
    await expect(page.getByText('Noisy words')).toBeVisible()

    const mute = async () => {
      await page.getByRole('region', { name: 'Comments' }).getByRole('button', { name: 'Mute or block' }).click()
      await page
        .getByRole('dialog', { name: 'Mute or block' })
        .getByRole('button', { name: 'Mute', exact: true })
        .click()
    }
    await mute()
    await expectToast(page, 'You muted The noisy')
    await expect(page.getByText('Noisy words')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'You unmuted The noisy')
    await expect(page.getByText('Noisy words')).toBeVisible()
    await mute()
    await expectToast(page, 'You muted The noisy')
    await page.getByRole('link', { name: 'Back to feed' }).click()
    await expect(card(page, 'Quiet clip')).toBeVisible()
    await expect(card(page, 'Noisy clip')).toBeHidden()

    // The muted creator's profile still shows their clips.
    await page.goto('/profile/noisy')
    await expect(page.getByText('You’ve muted this person. You’ll see their clips only on this page.')).toBeVisible()
    await expect(card(page, 'Noisy clip')).toBeVisible()
    await page.goto('/settings/muted')
    await page.getByRole('button', { name: 'Unmute The noisy' }).click()
    await expect(page.getByText('You haven’t muted or blocked anyone')).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).click()
    await expect(card(page, 'Noisy clip')).toBeVisible()
  })

  await test.step('a blocked user sees why they cannot like a clip', async () => {
    const owner = await another('guarded')
    const { id } = await publishQuickly(owner, { title: 'Guarded clip' })
    const viewerId = await signUpQuickly(page, 'keptout')
    await page.goto(`/video/${id}`)
    await page.getByRole('button', { name: 'Follow The guarded' }).click()
    await expectToast(page, 'You are now following The guarded')
    await owner.request.put(`/api/users/${viewerId}/block`)

    await page.getByRole('button', { name: /^Like/ }).click()
    await expectToast(page, 'This person has blocked you, so you cannot like their clips.')
  })

  await test.step('a block can be undone, even on the profile of the blocked user', async () => {
    await another('unwanted')
    await signUpQuickly(page, 'blocking')
    await page.goto('/profile/unwanted')
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
    await page.getByRole('button', { name: 'Mute or block' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mute or block' })
    await expect(dialog.getByText('Your clips stay public', { exact: false })).toBeVisible()
    const block = async () => {
      await dialog.getByRole('button', { name: 'Block', exact: true }).click()
      const question = page.getByRole('alertdialog', { name: 'Block The unwanted?' })
      await expect(question.getByText('You’ll stop following each other.', { exact: false })).toBeVisible()
      await question.getByRole('button', { name: 'Block', exact: true }).click()
      await expectToast(page, 'You blocked The unwanted')
      await expect(page.getByRole('button', { name: '0 Followers' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeHidden()
    }
    await block()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'You unblocked The unwanted')
    await expect(page.getByRole('button', { name: '1 Followers' })).toBeVisible()
    await page.getByRole('button', { name: 'Mute or block' }).click()
    await block()
    await page.getByRole('button', { name: 'Unblock' }).click()
    await expectToast(page, 'You unblocked The unwanted')
    await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
  })
})
