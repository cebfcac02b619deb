import { act, fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createUpload } from '../../../../../contract/videos/uploads.ts'
import { answer, refuse } from '../../../../test/screens.tsx'
import { clipFile } from '../clip-file.fixture.ts'
import {
  button,
  choose,
  chooseTool,
  describe,
  fill,
  listed,
  openUpload,
  prepareUploadPage,
} from '../upload-page.fixture.tsx'

beforeEach(prepareUploadPage)

/** Chooses several files, and describes each on its own. */
async function chooseSeparately(user: UserEvent, ...files: File[]): Promise<void> {
  await choose(user, ...files)
  await user.click(button('Edit clip 1 separately'))
}

test('one press uploads all clips, and the user types shared details only once', async () => {
  const asked = answer(createUpload, () => new Promise<never>(() => undefined))
  const user = openUpload()
  await chooseSeparately(user, clipFile('a.webm'), clipFile('b.webm'), clipFile('c.webm'))
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
  await expect.poll(() => asked).toHaveLength(1)
})

test('Undo restores the details of the other clips', async () => {
  const user = openUpload()
  await chooseSeparately(user, clipFile('a.webm'), clipFile('b.webm'))
  await fill(user, /^Tags/, 'mine,')
  await user.click(button(/^2/))
  await fill(user, /^Tags/, 'other,')
  await user.click(button('Copy tool, tags and licence to all 2'))
  await user.click(button(/^1/))
  expect(screen.getByText('#other')).toBeTruthy()
  await user.click(button('Undo'))
  expect(screen.getByText('#mine')).toBeTruthy()
})

test('unfinished uploads are no longer offered once their files are chosen among others', async () => {
  const [first, second, other] = ['a', 'b', 'other'].map((name) => clipFile(`${name}.webm`))
  const user = openUpload([], '/upload', [second!, other!])
  const offers = () => screen.queryAllByText(/^You were uploading/).map(({ textContent }) => textContent)
  await expect.poll(offers).toHaveLength(2)
  await choose(user, first!, second!)
  await expect.poll(offers).toEqual(['You were uploading other.webm. Choose the same file to continue.'])
})

test('clips that are not ready are kept, and the button names them', async () => {
  answer(createUpload, () => new Promise<never>(() => undefined))
  const user = openUpload()
  const broken = new File(['Hi'], 'broken.mp4', { type: 'video/mp4' })
  await chooseSeparately(user, clipFile('a.webm'), clipFile('b.webm'), clipFile('c.webm'), broken)
  // No clip is described yet, and one file is refused.
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Upload 3 of 4' })).disabled).toBe(true)
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

test('if every file is refused, the button stays disabled and says to choose other files', async () => {
  const user = openUpload()
  await choose(user, ...['a', 'b', 'c'].map((name) => new File([], name, { type: 'video/mp4' })))
  expect(await screen.findByText('None of these files can be uploaded. Choose other files.')).toBeTruthy()
  expect(button('Upload all 3').disabled).toBe(true)
})

const titleOf = (place: number) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^Title of clip ${place}`))

test('publishing five clips takes six clicks, apart from typing', async () => {
  const asked = answer(createUpload, () => new Promise<never>(() => undefined))
  const user = openUpload()
  let clicks = 0
  const click = (element: HTMLElement) => (clicks++, user.click(element))
  await click(screen.getByLabelText('Video file'))
  await choose(user, ...['a', 'b', 'c', 'd', 'e'].map((name) => clipFile(`${name}.webm`)))
  await click(titleOf(1))
  await user.keyboard('One{Enter}Two{Enter}Three{Enter}Four{Enter}Five{Enter}')
  await click(screen.getByLabelText(/^Caption/))
  await user.keyboard('A caption')
  await click(screen.getByLabelText(/^AI tool/))
  await click(within(screen.getByLabelText(/^AI tool/)).getByRole('option', { name: 'OpenAI Sora' }))
  // The simulated DOM does not choose an option that is clicked.
  await chooseTool(user)
  await click(button('Upload all 5'))
  expect(clicks).toBe(6)
  const waiting = ['Two', 'Three', 'Four', 'Five'].map((title, i) => `${i + 2}${title}Waiting for its turn`)
  expect(listed()).toEqual(['1OneUploading 0%', ...waiting])
  await expect.poll(() => asked).toHaveLength(1)
})

test('each clip shows its own problem, and the others are uploaded', async () => {
  refuse(createUpload, 403, { code: 'ACCESS_DENIED', message: 'This upload address is not valid.' })
  const user = openUpload()
  const broken = new File(['Hi'], 'broken.mp4', { type: 'video/mp4' })
  await choose(user, clipFile('a.webm'), clipFile('b.webm'), broken)
  const rows = () => within(screen.getByRole('list', { name: 'Clips to upload' })).getAllByRole('listitem')
  // All clips share one caption field and one tool field, so a row names only its missing title.
  expect(within(rows()[0]!).getByText('Still missing: title')).toBeTruthy()
  await fill(user, /^Caption/, 'A caption')
  await chooseTool(user)
  await user.click(titleOf(1))
  await user.keyboard('One{Enter}{Enter}Three')
  expect(rows()[1]!.textContent).toContain('Still missing: title')
  await expect.poll(() => rows()[2]!.textContent).toContain('We can’t read this file as a video.')
  expect(screen.getByText('Clips 2 and 3 aren’t ready and will stay here.')).toBeTruthy()
  await user.click(button('Upload 1 of 3'))
  await expect.poll(() => rows()[0]!.textContent).toContain('This upload address is not valid.')
  expect([1, 2, 3].map((place) => titleOf(place).value)).toEqual(['One', '', 'Three'])
  expect(rows()[0]!.textContent).toContain('Upload failed')
  expect(await screen.findByText('“\u2068One\u2069”: This upload address is not valid.')).toBeTruthy()
  await user.click(button('Remove clip 3'))
  expect(rows()).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Upload Video/ }))
  await user.click(button('Remove clip 1'))
  expect(screen.queryByRole('list', { name: 'Clips to upload' })).toBeNull()
  const undo = button('Undo')
  // A toast stays pressable while it leaves the screen.
  act(() => [1, 2].forEach(() => undo.click()))
  expect([1, 2].map((place) => titleOf(place).value)).toEqual(['One', ''])
  expect(rows()).toHaveLength(2)
  expect(screen.getByText('Three')).toBeTruthy()
  await user.click(button('Undo'))
  expect([1, 2, 3].map((place) => titleOf(place).value)).toEqual(['One', '', 'Three'])
})

test('without a network, the next clip does not claim to wait for its turn', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get')
  onTestFinished(() => isOnline.mockRestore())
  const asked = refuse(createUpload, 403, { code: 'ACCESS_DENIED' })
  const user = openUpload()
  await choose(user, clipFile('a.webm'), clipFile('b.webm'))
  await fill(user, /^Caption/, 'A caption')
  await chooseTool(user)
  await user.click(titleOf(1))
  await user.keyboard('One{Enter}Two')
  isOnline.mockReturnValueOnce(true).mockReturnValue(false)
  await user.click(button('Upload all 2'))
  await expect.poll(() => asked).toHaveLength(1)
  await expect.poll(listed).toEqual(['1OneUpload failed', '2TwoWaiting to retry'])
  await user.click(button(/^2/))
  expect(screen.getByText('You are offline.')).toBeTruthy()
  isOnline.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  await expect.poll(() => asked).toHaveLength(2)
})

test('a clip that is edited separately keeps its own details', async () => {
  const user = openUpload()
  await choose(user, clipFile('a.webm'), clipFile('b.webm'), clipFile('c.webm'))
  await fill(user, /^Caption/, 'Ours')
  await user.click(button('Edit clip 2 separately'))
  await fill(user, /^Caption/, ' and mine')
  await user.click(button('Describe all 3 together'))
  expect(screen.getByLabelText<HTMLInputElement>(/^Caption/).value).toBe('Ours')
  await fill(user, /^Caption/, ' still')
  await fill(user, /^Tags/, 'sea,')
  expect(screen.getAllByText(/^Keeps its own details/).map(({ textContent }) => textContent)).toEqual([
    'Keeps its own details: Caption',
  ])
  await user.click(button('Edit clip 2 separately'))
  expect(screen.getByLabelText<HTMLInputElement>(/^Caption/).value).toBe('Ours and mine')
  expect(screen.getByText('#sea')).toBeTruthy()
  await user.click(button(/^1/))
  expect(screen.getByLabelText<HTMLInputElement>(/^Caption/).value).toBe('Ours still')
})
