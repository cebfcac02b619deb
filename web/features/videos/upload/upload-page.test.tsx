import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { getAccount } from '../../../../contract/account/account.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { createUpload } from '../../../../contract/videos/uploads.ts'
import { answer, refuse } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { storePersonal } from '../../../viewer/personal-state.ts'
import { clipFile } from './clip-file.fixture.ts'
import { emptyForm, type UploadForm } from './form/upload-form.ts'
import { UploadPage } from './upload-page.tsx'

const now = '2026-01-01T00:00:00.000Z'
const creator: OwnUser = {
  id: '',
  username: 'creator',
  displayName: 'Creator',
  bio: '',
  avatarUrl: null,
  location: null,
  website: null,
  joinedDate: now,
  createdAt: now,
  updatedAt: now,
  userNumber: 1,
  isSample: false,
  profileImageUrl: null,
  followersCount: 0,
  followingCount: 0,
  videosCount: 0,
  totalViews: 0,
  totalLikes: 0,
  role: 'member',
  standing: 'active',
  unseenDecisions: 0,
  unseenEvents: 0,
  email: 'creator@example.org',
  firstName: null,
  lastName: null,
}
let viewers = 0

/** Opens the page for a new user who has these drafts. */
function openUpload(drafts: Partial<UploadForm>[] = []): UserEvent {
  const viewer = { ...creator, id: `creator-${++viewers}` }
  storePersonal('upload-draft', viewer.id, JSON.stringify(drafts.map((draft) => ({ ...emptyForm, ...draft }))))
  return renderScreen(<UploadPage />, { viewer, at: '/upload' })
}

beforeEach(() => {
  // The page requests the account only to check whether the address must be confirmed first.
  refuse(getAccount, 500)
  // The simulated DOM cannot play video, so the page would report every file as unplayable.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

const choose = (user: UserEvent, ...files: File[]) => user.upload(screen.getByLabelText('Video file'), files)

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

/** Returns the text of the listed clips, each with its status. */
const listed = () =>
  within(screen.getByRole('navigation', { name: 'Your clips' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

async function fill(user: UserEvent, label: RegExp, text: string): Promise<void> {
  await user.click(screen.getByLabelText(label))
  await user.paste(text)
}

async function describe(user: UserEvent, title: string): Promise<void> {
  await fill(user, /^Title/, title)
  await fill(user, /^Caption/, 'A caption')
}

async function chooseTool(user: UserEvent): Promise<void> {
  await user.selectOptions(screen.getByLabelText(/^AI tool/), 'OpenAI Sora')
}

test.each([
  ['no video', new File(['Hi'], 'renamed.mp4', { type: 'video/mp4' }), /^We can’t read this file as a video\./],
  ['no bytes', new File([], 'empty.mp4', { type: 'video/mp4' }), /^We can’t read this file as a video\./],
  [
    'no picture',
    new File(['\0\0\0\x18ftypmp42\0\0\0\0mp42isom'], 'cut.mp4', { type: 'video/mp4' }),
    /^We can’t find any video in this file\./,
  ],
])('a file with %s cannot be uploaded, and the page says why beside it', async (_, file, reason) => {
  const user = openUpload()
  await choose(user, file)
  expect(await within(screen.getByRole('figure')).findByText(reason)).toBeTruthy()
  await describe(user, 'Dunes')
  await chooseTool(user)
  expect(button('Upload Video').disabled).toBe(true)
  expect(screen.getByText('Still missing: a playable video file')).toBeTruthy()
  expect(screen.queryByText('Removed before anybody sees it')).toBeNull()
  await choose(user, clipFile('good.webm'))
  await vi.waitFor(() => expect(button('Upload Video').disabled).toBe(false))
})

test('one press uploads all clips, whose tool, tags and licence are typed once', async () => {
  const asked = answer(createUpload, () => new Promise<never>(() => undefined))
  const user = openUpload()
  await choose(user, clipFile('a.webm'), clipFile('b.webm'), clipFile('c.webm'))
  await describe(user, 'First')
  await chooseTool(user)
  await fill(user, /^Tags/, 'sand,sea')
  await user.selectOptions(screen.getByLabelText('Licence'), 'CC BY 4.0')
  await user.click(button('Copy tool, tags and licence to all 3'))
  for (const [place, title] of ['Second', 'Third'].entries()) {
    await user.click(button(new RegExp(`^${place + 2}`)))
    expect(screen.getByText('#sand')).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Licence').value).toBe('CC-BY-4.0')
    await describe(user, title)
  }
  await user.click(button('Upload all 3'))
  expect(listed()).toEqual(['1FirstUploading 0%', '2SecondWaiting for its turn', '3ThirdWaiting for its turn'])
  await vi.waitFor(() => expect(asked).toHaveLength(1))
})

test('Undo restores the details of the other clips', async () => {
  const user = openUpload()
  await choose(user, clipFile('a.webm'), clipFile('b.webm'))
  await fill(user, /^Tags/, 'mine,')
  await user.click(button(/^2/))
  await fill(user, /^Tags/, 'other,')
  await user.click(button('Copy tool, tags and licence to all 2'))
  await user.click(button(/^1/))
  expect(screen.getByText('#other')).toBeTruthy()
  await user.click(button('Undo'))
  expect(screen.getByText('#mine')).toBeTruthy()
})

test('clips that are not ready stay, and the button names them', async () => {
  answer(createUpload, () => new Promise<never>(() => undefined))
  const user = openUpload()
  const broken = new File(['Hi'], 'broken.mp4', { type: 'video/mp4' })
  await choose(user, clipFile('a.webm'), clipFile('b.webm'), clipFile('c.webm'), broken)
  expect(button('Upload all 4').disabled).toBe(true)
  await chooseTool(user)
  await user.click(button('Copy tool, tags and licence to all 4'))
  await describe(user, 'First')
  await user.click(button(/^3/))
  await describe(user, 'x'.repeat(81))
  await user.click(button(/^4/))
  await describe(user, 'Fourth')
  await user.click(button(/^2/))
  expect(screen.getByText('Clips 2, 3 and 4 aren’t ready and will stay here.')).toBeTruthy()
  expect(listed()[3]).toBe('4FourthCan’t be uploaded')
  await user.click(button('Upload 1 of 4'))
  expect(listed()[0]).toBe('1FirstUploading 0%')
  expect(screen.getByRole('heading', { name: 'Upload Video 2 of 4' })).toBeTruthy()
})

const typed = (title: string, rest: Partial<UploadForm> = {}) => ({ title, caption: 'A caption', ...rest })

test('drafts without duplicates are one row, which expands', async () => {
  const four = ['One', 'Two', 'Three', 'Four'].map((title) => typed(title))
  const user = openUpload([...four, ...four, { title: 'One' }, typed('Two', { tags: ['sea'] })])
  const rows = () => within(screen.getByRole('region', { name: 'Continue' })).getAllByRole('listitem')
  expect(rows()).toHaveLength(1)
  await user.click(button('4 drafts'))
  expect(rows()).toHaveLength(5)
  await user.click(button('Restore draft: Two'))
  expect(screen.getByText('#sea')).toBeTruthy()
  expect(button('3 drafts')).toBeTruthy()
})

test('all drafts are discarded at once, and Undo restores them', async () => {
  const user = openUpload([typed('One'), typed('Two')])
  await user.click(button('Discard all'))
  expect(screen.queryByRole('region', { name: 'Continue' })).toBeNull()
  await user.click(button('Undo'))
  expect(button('2 drafts')).toBeTruthy()
})

test('a draft that is typed again is not offered beside its form', async () => {
  const user = openUpload([typed('One')])
  expect(screen.getByText('You have a draft: “One”.')).toBeTruthy()
  await describe(user, 'One')
  expect(screen.queryByText(/You have a draft/)).toBeNull()
})
