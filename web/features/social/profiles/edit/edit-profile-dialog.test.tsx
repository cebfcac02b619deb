import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { checkUsername, setAvatar, updateUser } from '../../../../../contract/social/own-profile.ts'
import { createUpload } from '../../../../../contract/videos/uploads.ts'
import { answer, disconnect, fill, refuse, renderScreen } from '../../../../test/screens.tsx'
import { buildOwnUser, buildProfile } from '../../../../test/build.ts'
import { EditProfileDialog } from './edit-profile-dialog.tsx'

const viewer = buildOwnUser({ bio: 'Old words', location: 'Porto' })
const putPicture = { method: 'PUT', path: '/api/uploads/:id' } as const

function openEditor() {
  answer(checkUsername, { problem: null })
  const onClose = vi.fn<() => void>()
  const profile = buildProfile({ bio: 'Old words', location: 'Porto', isOwnProfile: true })
  const user = renderScreen(<EditProfileDialog profile={profile} onRenamed={() => {}} onClose={onClose} />, {
    viewer,
  })
  const type = (label: string, text: string) => fill(field(label), text)
  return { user, type, save: () => user.click(screen.getByRole('button', { name: 'Save Changes' })), onClose }
}

const accept = () => answer(updateUser, { user: viewer })
/** Finds a field. The label of a required field ends with an asterisk. */
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const value = (label: string) => field(label).value
const picture = new File(['teal'], 'teal.png', { type: 'image/png' })

test('only changed fields are sent, and an emptied field as null', async () => {
  const { type, save, onClose } = openEditor()
  const sent = accept()
  expect(field('Display name').getAttribute('aria-required')).toBe('true')
  await type('Display name', 'Somebody Else')
  await type('Bio', '')
  await type('Website', 'example.org')
  await save()
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    { displayName: 'Somebody Else', bio: null, website: 'https://example.org' },
  ])
  expect(onClose).toHaveBeenCalledTimes(1)
})

test.each([
  ['Username', '', 'Username is required'],
  ['Username', 'no spaces', 'Username can only contain lowercase letters and numbers'],
  ['Display name', '', 'Display name is required'],
  ['Website', 'javascript:alert(1)', 'Please enter a web address that starts with http or https'],
])('the error about the %s "%s" is shown beside its field, and nothing is sent', async (label, typed, sentence) => {
  const { type, save } = openEditor()
  const sent = accept()
  await type('Location', 'Kept')
  await type(label, typed)
  await save()
  expect(await screen.findByText('Validation error')).toBeTruthy()
  const described = field(label).getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(sentence)
  expect(value('Location')).toBe('Kept')
  expect(sent).toHaveLength(0)
})

test('a username that another user has just taken is refused beside its field', async () => {
  const { type, save, onClose } = openEditor()
  refuse(updateUser, 409, { code: 'USERNAME_TAKEN', message: 'Username is already taken' })
  await type('Username', 'grace')
  await save()
  expect(await screen.findByText('Profile update failed')).toBeTruthy()
  expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  expect(onClose).not.toHaveBeenCalled()
})

test('a field keeps the focus when saving fails', async () => {
  const { user, type } = openEditor()
  disconnect(updateUser)
  await type('Location', 'Kept')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Profile update failed')).toBeTruthy()
  expect(document.activeElement).toBe(field('Location'))
})

test('Back asks for confirmation before typed text is lost', async () => {
  const navigation = new EventTarget()
  vi.stubGlobal('navigation', navigation)
  /** Returns whether the page is left. */
  const goBack = () =>
    navigation.dispatchEvent(Object.assign(new Event('navigate', { cancelable: true }), { navigationType: 'traverse' }))
  const { user, type } = openEditor()
  expect(goBack()).toBe(true)
  await type('Location', 'Kept')
  expect(goBack()).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(value('Location')).toBe('Kept')
})

test('the open dialog cannot save a profile after another person has signed in', async () => {
  const { type, save } = openEditor()
  refuse(updateUser, 403, { code: 'ACCESS_DENIED' })
  await type('Bio', 'Mine?')
  await save()
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(screen.getByText('You can only edit your own profile')).toBeTruthy()
  expect(value('Bio')).toBe('Mine?')
})

test.each([
  ['not an image', new File(['words'], 'words.txt', { type: 'text/plain' })],
  ['too large', new File([new Uint8Array(5 * 1024 ** 2)], 'large.png', { type: 'image/png' })],
])('a file that is %s changes nothing, without a toast', async (_, file) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { save, onClose } = openEditor()
  fireEvent.change(screen.getByLabelText('Picture file'), { target: { files: [file] } })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining(`${file.name} is not an image under 5 MB`))
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(screen.queryByRole('region', { name: /Notification/ })).toBeNull()
  warn.mockRestore()
})

test('if saving a picture fails, the error names the failed step, and saving can be repeated', async () => {
  const { user, type, save, onClose } = openEditor()
  accept()
  await type('Bio', 'Still here')
  await user.upload(screen.getByLabelText('Picture file'), picture)
  expect((await screen.findByRole('img', { name: 'Your picture' })).getAttribute('src')).toMatch(/^blob:/)
  const failsWith = async (sentence: string) => {
    await save()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByText('Profile update failed')).toBeTruthy()
    expect(value('Bio')).toBe('Still here')
  }
  disconnect(createUpload)
  await failsWith('Failed to upload avatar')
  answer(createUpload, { uploadURL: `${location.origin}/api/uploads/a?signature=x`, resumableURL: '' })
  disconnect(putPicture)
  await failsWith('Avatar upload failed')
  answer(putPicture as never, {} as never)
  disconnect(setAvatar)
  await failsWith('Failed to configure avatar access')
  answer(setAvatar, { objectPath: '/objects/a' })
  disconnect(updateUser)
  await failsWith('An unexpected error occurred. Please try again.')
  // The picture is saved by now, and is not sent again.
  disconnect(createUpload)
  const sent = accept()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent.map(({ body }) => body)).toEqual([{ bio: 'Still here' }])
})
