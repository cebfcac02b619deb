import { act, fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, suite, test, vi } from 'vitest'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { getLineage } from '../../../../contract/videos/lineage.ts'
import { createUpload, getOwnStorage } from '../../../../contract/videos/uploads.ts'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { site } from '../../../page/site.ts'
import { answer, disconnect, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildVideo } from '../../../test/build.ts'
import { remixPath } from '../lineage/remix-paths.ts'
import { clipFile, cutOffMp4, mpeg2File } from './clip-file.fixture.ts'
import { readStoredForms, storeForms } from './form/stored-forms.ts'
import { emptyForm, type UploadForm } from './form/upload-form.ts'
import { changeClip, removeDrafts, shownClip } from './queue/queue-state.ts'
import { queueOf, UploadQueue } from './queue/upload-queue.ts'
import { rememberUpload } from './sending/remembered-uploads.ts'
import {
  button,
  choose,
  chooseTool,
  describe,
  fill,
  lastViewerId,
  listed,
  openUpload,
  prepareUploadPage,
} from './upload-page.fixture.tsx'

beforeEach(prepareUploadPage)

test.each([
  ['no video', new File(['Hi'], 'renamed.mp4', { type: 'video/mp4' }), /^We can’t read this file as a video\./],
  ['no bytes', new File([], 'empty.mp4', { type: 'video/mp4' }), 'This file is empty. Please choose another file.'],
  [
    'no picture',
    new File(['\0\0\0\x18ftypmp42\0\0\0\0mp42isom'], 'cut.mp4', { type: 'video/mp4' }),
    /^We can’t find any video in this file\./,
  ],
  ['no end', await cutOffMp4(100), /^This file is incomplete: the end is missing\./],
])('a file with %s cannot be uploaded, and the page says why', async (_, file, reason) => {
  const user = openUpload()
  await choose(user, file)
  expect(await within(screen.getByRole('figure')).findByText(reason)).toBeTruthy()
  await describe(user, 'Dunes')
  await chooseTool(user)
  expect(button('Upload Video').disabled).toBe(true)
  expect(screen.getByText('Still missing: a playable video file')).toBeTruthy()
  expect(screen.queryByText('Removed before publishing')).toBeNull()
  expect(button('Remove this clip')).toBeTruthy()
  await choose(user, clipFile('good.webm'))
  await expect.poll(() => button('Upload Video').disabled).toBe(false)
})

test('the top of the form names the clip that it remixes, until its creator removes that clip', async () => {
  const video = buildVideo({ id: '0b46a376-7aa5-45f1-a097-bafa6681a122', title: 'Dunes' })
  answer(getVideo, video)
  refuse(getLineage, 503)
  const user = openUpload([], remixPath(video.id))
  // The form appears with the details of the clip, so that nothing in it moves.
  expect(screen.queryByRole('form')).toBeNull()
  const form = await screen.findByRole('form', { name: 'Upload Video' })
  expect(within(form).getByText('Remix of')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Remove Dunes' }))
  expect(within(form).queryByText('Remix of')).toBeNull()
})

test('the field for the file keeps the focus when a file is chosen', async () => {
  const user = openUpload()
  await choose(user, clipFile('a.webm'))
  expect(screen.getByText('Choose another file')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Video file'))
})

test('a refused file is removed with its details, and Undo restores both', async () => {
  const user = openUpload()
  await choose(user, new File([], 'empty.mp4', { type: 'video/mp4' }))
  await describe(user, 'Dunes')
  await user.click(await screen.findByRole('button', { name: 'Remove this clip' }))
  const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/).value
  expect(title()).toBe('')
  expect(screen.queryByText('empty.mp4')).toBeNull()
  await user.click(button('Undo'))
  expect(title()).toBe('Dunes')
  expect(await screen.findByText(/^This file is empty/)).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Your clips' })).toBeNull()
})

test.each([
  { kind: 'AVI', file: new File(['RIFF\0\0\0\0AVI LIST'], 'old.avi', { type: 'video/x-msvideo' }) },
  { kind: 'MPEG-2', file: mpeg2File('old.ts') },
])('$kind, which only the server can read, can be uploaded', async ({ file }) => {
  const user = openUpload()
  await choose(user, file)
  fireEvent.error(screen.getByLabelText('Preview of the chosen video'))
  expect(await screen.findByText('This browser can’t play this file. We’ll convert it.')).toBeTruthy()
  await describe(user, 'Old')
  await chooseTool(user)
  expect(button('Upload Video').disabled).toBe(false)
})

test('the form offers the tools of the site and that of a draft', async () => {
  const initial = site.tools
  onTestFinished(() => void Object.assign(site, { tools: initial }))
  site.tools = ['pika-labs', 'other']
  const user = openUpload([typed('Half told', { toolUsed: 'openai-sora' })])
  const offered = () =>
    within(screen.getByLabelText(/^AI tool/))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(offered()).toEqual(['Choose the tool that made it', 'Pika Labs', 'Other'])
  await user.click(button('Restore draft: Half told'))
  expect(offered()).toEqual(['OpenAI Sora', 'Pika Labs', 'Other'])
})

const typed = (title: string, rest: Partial<UploadForm> = {}) => ({ title, caption: 'A caption', ...rest })

test('several drafts share a row that expands, without duplicates', async () => {
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

test('a draft is no longer offered once its text has been typed again', async () => {
  const user = openUpload([typed('One')])
  expect(screen.getByText('You have a draft: “One”.')).toBeTruthy()
  await describe(user, 'One')
  expect(screen.queryByText(/You have a draft/)).toBeNull()
})

/** Returns what assistive technology reads as the description of the button that publishes. */
const description = () => {
  const id = button('Upload Video').getAttribute('aria-describedby')
  return id === null ? undefined : document.getElementById(id)?.textContent
}

async function fillAll(user: UserEvent, title = 'Dunes'): Promise<void> {
  await describe(user, title)
  await chooseTool(user)
}

test('the form names missing fields and refuses a title that is too long', async () => {
  const sent = refuse(createUpload, 500)
  const user = openUpload()
  expect(button('Upload Video').disabled).toBe(true)
  expect(description()).toBe('Still missing: a video file, title, caption, AI tool')
  for (const label of [/^Title/, /^Caption/, /^AI tool/]) {
    expect(screen.getByLabelText(label).getAttribute('aria-required')).toBe('true')
  }
  await choose(user, clipFile('a.webm'))
  expect(await screen.findByText(/^1:1 \(/)).toBeTruthy()
  await fill(user, /^Title/, 'a'.repeat(81))
  expect(screen.getByText('81/80')).toBeTruthy()
  await fill(user, /^Caption/, '   ')
  await chooseTool(user)
  expect(button('Upload Video').disabled).toBe(true)
  expect(description()).toBe('Still missing: caption')
  await fill(user, /^Caption/, 'There is one')
  await user.click(button('Upload Video'))
  expect((await screen.findAllByText('Validation error')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Title must be 80 characters or less').length).toBeGreaterThan(1)
  expect(sent).toEqual([])
})

test.each([
  [/^Caption/, 2_200, 'The caption has 2,201 characters. Please use at most 2,200.'],
  [/^Model/, 60, 'Model must be 60 characters or less'],
])('a text for %s that is too long is kept whole and refused', async (label, limit, sentence) => {
  const user = openUpload()
  await fill(user, label, 'a'.repeat(limit))
  expect(screen.queryByText(sentence)).toBeNull()
  await fill(user, label, 'a')
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toHaveLength(limit + 1)
})

test.each([
  ['a'.repeat(51), 'Tags must be 50 characters or less'],
  [Array.from({ length: 31 }, (_, i) => `tag ${i}`).join(), 'Please use at most 30 tags'],
])('tags that the server would refuse are named beside their field', async (tags, sentence) => {
  const user = openUpload()
  await fill(user, /^Tags/, tags)
  expect(screen.getByText(sentence)).toBeTruthy()
  await choose(user, clipFile('a.webm'))
  await fillAll(user)
  await user.click(button('Upload Video'))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Tags/))
  await user.keyboard('{Backspace}')
  expect(screen.getByLabelText(/^Tags/).getAttribute('aria-invalid')).not.toBe('true')
})

test('the next attempt to upload dismisses the reason why the last one was refused', async () => {
  answer(createUpload, () => new Promise<never>(() => undefined))
  const user = openUpload()
  await choose(user, clipFile('a.webm'))
  await fillAll(user, 'a'.repeat(81))
  await user.click(button('Upload Video'))
  expect(await screen.findByText('Validation error')).toBeTruthy()
  await user.type(screen.getByLabelText(/^Title/), '{Backspace}')
  await user.click(button('Upload Video'))
  expect(await screen.findByText('Uploading...')).toBeTruthy()
  expect(screen.queryByText('Validation error')).toBeNull()
})

const more = () => screen.getByText('More options').closest('details')!

test('“More options” opens if a draft or a refusal concerns a field inside', async () => {
  const user = openUpload([typed('Plain'), typed('With a model', { toolUsed: 'other', model: 'a'.repeat(61) })])
  await user.click(button('2 drafts'))
  await user.click(button('Restore draft: Plain'))
  expect(more().open).toBe(false)
  for (const label of [/^Title/, /^Caption/, /^AI tool/, /^Tags/, /^Prompt/]) {
    expect(more().contains(screen.getByLabelText(label))).toBe(false)
  }
  await user.click(button('Restore draft: With a model'))
  expect(more().open).toBe(true)
  await user.click(screen.getByText('More options'))
  expect(more().open).toBe(false)
  await choose(user, clipFile('a.webm'))
  await user.click(button('Upload Video'))
  expect(screen.getAllByText('Model must be 60 characters or less').length).toBeGreaterThan(1)
  expect(more().open).toBe(true)
  expect(document.activeElement).toBe(screen.getByLabelText(/^Model/))
})

test('the button of a detected value is off once the form contains the value, and keeps the focus', async () => {
  const { DetectedMetadataSection } = await import('./detected-metadata/detected-metadata-section.tsx')
  const detected = { prompt: 'A cat', quotes: {}, workflow: '' }
  const onChange = vi.fn<(changed: Partial<UploadForm>) => void>()
  const form = { ...emptyForm, prompt: 'A cat' }
  const user = renderScreen(
    <DetectedMetadataSection detected={detected} form={form} onChange={onChange} disabled={false} />,
  )
  await user.click(button('Used this prompt'))
  expect(button('Used this prompt').getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button('Used this prompt'))
  expect(onChange).not.toHaveBeenCalled()
})

test('Enter or a comma adds a tag once, and tags can be removed', async () => {
  const user = openUpload()
  const field = screen.getByLabelText(/^Tags/)
  const tags = () =>
    within(screen.getByRole('list', { name: 'Added' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await user.type(field, '  neon ,macro{Enter}Neon,, ,rain,')
  expect(tags()).toEqual(['#neon', '#macro', '#rain'])
  await user.click(button('Remove tag macro'))
  expect(tags()).toEqual(['#neon', '#rain'])
  button('Remove tag rain').focus()
  await user.keyboard('{Enter}')
  expect(tags()).toEqual(['#neon'])
  expect(document.activeElement).toBe(field)
  expect(location.pathname).toBe('/upload')
})

test('every text determines its own direction while it is typed', () => {
  openUpload()
  const fields = [/^Title/, /^Caption/, /^Tags/, /^Prompt/, /^Model/].map((label) => screen.getByLabelText(label))
  expect(fields.map(({ dir }) => dir)).toEqual(fields.map(() => 'auto'))
})

const bring = (...files: File[]) => ({ types: ['Files'], files, items: [] })

test('only videos can be dropped or pasted, anywhere on the page', async () => {
  openUpload()
  fireEvent.drop(document.body, { dataTransfer: bring(new File(['x'], 'notes.txt', { type: 'text/plain' })) })
  expect(await screen.findByText('Invalid file type')).toBeTruthy()
  expect(screen.getByText('Please select a video file.')).toBeTruthy()
  const large = new File(['x'], 'large.mp4', { type: 'video/mp4' })
  Object.defineProperty(large, 'size', { value: 5 * 1024 ** 3 + 1 })
  const others = ['1.txt', '2.txt', '3.txt', '4.txt'].map((name) => new File(['x'], name, { type: 'text/plain' }))
  fireEvent.paste(document.body, { clipboardData: bring(...others, clipFile('pasted.webm'), large) })
  expect(await screen.findByText('pasted.webm')).toBeTruthy()
  expect(await screen.findByText('Some files can’t be uploaded')).toBeTruthy()
  const reasons = [
    '1.txt, 2.txt, 3.txt, and 1 more: Please select a video file.',
    'large.mp4: Please select a video file smaller than 5GB.',
  ]
  expect(screen.getByText(reasons.join(' '))).toBeTruthy()
  fireEvent.drop(document.body, { dataTransfer: bring(others[0]!, clipFile('first.webm')) })
  fireEvent.drop(document.body, { dataTransfer: bring(clipFile('second.webm'), large) })
  expect(listed()).toEqual(['1pasted.webmNeeds details', '2first.webmNeeds details', '3second.webmNeeds details'])
  expect(screen.getByRole('heading', { name: 'Upload Video 1 of 3' })).toBeTruthy()
  // The type is empty on a system that does not know the extension.
  const untyped = new File([await clipFile('').arrayBuffer()], 'unknown.mkv')
  fireEvent.drop(document.body, { dataTransfer: bring(untyped) })
  expect(await within(screen.getByRole('figure')).findByText('unknown.mkv')).toBeTruthy()
})

test('the focused field stays in place when facts about the file appear above it', async () => {
  openUpload()
  screen.getByLabelText(/^Title/).focus()
  const facts = () => screen.queryByText(/^1:1 \(/)
  const place = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  place.mockImplementation(() => new DOMRect(0, facts() ? 300 : 100, 200, 40))
  const scroll = vi.spyOn(globalThis, 'scrollBy').mockImplementation(() => undefined)
  onTestFinished(() => {
    place.mockRestore()
    scroll.mockRestore()
  })
  fireEvent.drop(document.body, { dataTransfer: bring(clipFile('a.webm')) })
  await expect.poll(facts).not.toBeNull()
  expect(scroll.mock.calls).toContainEqual([{ top: 200, behavior: 'instant' }])
})

test('text that is pasted with its picture does not count as a file', () => {
  openUpload()
  const copied = { ...bring(clipFile('picture.webm')), types: ['text/html', 'Files'] }
  fireEvent.paste(document.body, { clipboardData: copied })
  expect(screen.queryByText('picture.webm')).toBeNull()
})

test('a form is locked during its upload and unchanged after Cancel', async () => {
  const ticket = Promise.withResolvers<ResponseOf<typeof createUpload>>()
  const asked = answer(createUpload, () => ticket.promise)
  const user = openUpload()
  await choose(user, clipFile('a.webm'))
  await fillAll(user)
  const upload = button('Upload Video')
  // The second press comes before the page has shown the first.
  act(() => {
    upload.click()
    upload.click()
  })
  await expect.poll(() => asked).toHaveLength(1)
  expect(button('Uploading...')).toBeTruthy()
  expect(screen.getByText(/^Please wait\./)).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Upload' })).toBeTruthy()
  for (const label of [/^Title/, /^Caption/, /^AI tool/, /^Tags/, /^Prompt/, 'Video file']) {
    expect(screen.getByLabelText<HTMLInputElement>(label).disabled).toBe(true)
  }
  await user.click(button('Cancel'))
  ticket.resolve({ uploadURL: '', resumableURL: '' })
  expect((await screen.findAllByText('Upload cancelled')).length).toBeGreaterThan(0)
  const kept = 'Nothing was published. Your clip and its details are still here.'
  expect(screen.getAllByText(kept).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Dunes')
  expect(screen.getByText('a.webm')).toBeTruthy()
  expect(button('Upload Video').disabled).toBe(false)
  expect(asked).toHaveLength(1)
})

test('the pressed button keeps the focus while the clip waits for the network', async () => {
  answer(createUpload, () => new Promise<never>(() => undefined))
  const user = openUpload()
  await choose(user, clipFile('a.webm'))
  await fillAll(user)
  await user.click(button('Upload Video'))
  expect(button('Uploading...')).toBeTruthy()
  const { queueState } = queueOf(lastViewerId())
  const step = { kind: 'publishing', isOffline: true } as const
  act(() => queueState.update((now) => changeClip(now, shownClip(now).id, { state: { kind: 'uploading', step } })))
  const waiting = button('Waiting...')
  expect(waiting.getAttribute('aria-disabled')).toBe('true')
  expect(waiting.getAttribute('aria-busy')).toBeNull()
  // A browser takes the focus away from a disabled button. The simulated DOM does not.
  expect(waiting.hasAttribute('disabled')).toBe(false)
  expect(document.activeElement).toBe(waiting)
})

test('the browser asks for confirmation before a tab with an upload is closed', async () => {
  const ticket = Promise.withResolvers<ResponseOf<typeof createUpload>>()
  answer(createUpload, () => ticket.promise)
  const isRefused = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const user = openUpload()
  await choose(user, clipFile('a.webm'))
  await fillAll(user)
  expect(isRefused()).toBe(false)
  await user.click(button('Upload Video'))
  expect(isRefused()).toBe(true)
  await user.click(button('Cancel'))
  ticket.resolve({ uploadURL: '', resumableURL: '' })
  await expect.poll(isRefused).toBe(false)
})

test.each([
  [507, 'STORAGE_FULL', 'The server has no space for this file right now. Nothing was saved. Please try again later.'],
  [403, 'ACCESS_DENIED', 'This upload address is not valid or has expired. Please ask for a new one.'],
] as const)('a refusal with %d shows the server’s words and keeps the text', async (status, code, message) => {
  refuse(createUpload, status, { code, message })
  const user = openUpload()
  await choose(user, clipFile('a.webm'))
  await fillAll(user)
  await user.click(button('Upload Video'))
  expect(await screen.findByText('Upload failed')).toBeTruthy()
  expect(description()).toBe(`Upload failed: ${message}`)
  await user.click(button('Close'))
  expect(screen.queryByText('Upload failed')).toBeNull()
  expect(description()).toBe(`Upload failed: ${message}`)
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Dunes')
  expect(screen.getByLabelText<HTMLInputElement>(/^Caption/).value).toBe('A caption')
  expect(button('Upload Video').disabled).toBe(false)
})

test('an upload whose session has expired continues after the next sign-in', async () => {
  refuse(createUpload, 401, { code: 'LOGIN_REQUIRED', message: 'Please sign in first.' })
  const user = openUpload()
  await choose(user, clipFile('a.webm'))
  await fillAll(user)
  await user.click(button('Upload Video'))
  expect(await screen.findByText('Please sign in first.')).toBeTruthy()
  const asked = answer(createUpload, () => new Promise<never>(() => undefined))
  queueOf(lastViewerId()).resume()
  await expect.poll(() => asked).toHaveLength(1)
})

test('a deleted file is reported until another file is chosen', async () => {
  const sent = refuse(createUpload, 500)
  const user = openUpload()
  const file = clipFile('moved.webm')
  await choose(user, file)
  await fillAll(user)
  await expect.poll(() => button('Upload Video').disabled).toBe(false)
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as unknown as Blob
  await user.click(button('Upload Video'))
  expect(await screen.findByText('Upload failed')).toBeTruthy()
  expect(description()).toBe(
    'Upload failed: The file has been changed, moved or deleted since it was chosen. Please choose it again.',
  )
  expect(sent).toEqual([])
  await choose(user, clipFile('again.webm'))
  expect(screen.queryByText('Upload failed:')).toBeNull()
})

test('tabs keep each other’s drafts, and each changes only its own', () => {
  const userId = 'two-tabs'
  const openTab = () => new UploadQueue(userId).queueState
  const [here, there] = [openTab(), openTab()]
  const type = (tab: typeof here, title: string, coverAt: number | null = null) =>
    tab.set(changeClip(tab.get(), 0, { form: { ...emptyForm, title, coverAt } }))
  const titles = () => readStoredForms(userId).map(({ title }) => title)
  type(here, 'Sea', 2)
  type(there, 'Dunes')
  type(here, 'Seas', 2)
  expect(titles()).toEqual(['Seas', 'Dunes'])
  type(here, '')
  expect(titles()).toEqual(['Dunes'])
})

test('a draft that was discarded in one tab does not return from another', () => {
  const userId = 'two-tabs-with-drafts'
  const titled = (title: string) => ({ ...emptyForm, title })
  storeForms(userId, [titled('Sea'), titled('Dunes')], [])
  const [here, there] = [new UploadQueue(userId).queueState, new UploadQueue(userId).queueState]
  here.set(removeDrafts(here.get(), here.get().drafts.slice(0, 1)))
  dispatchEvent(new StorageEvent('storage'))
  expect(there.get().drafts.map(({ title }) => title)).toEqual(['Dunes'])
  there.set(changeClip(there.get(), 0, { form: titled('Fog') }))
  expect(readStoredForms(userId).map(({ title }) => title)).toEqual(['Fog', 'Dunes'])
})

test('an unfinished upload is not offered while the chosen file may be its own', async () => {
  disconnect({ method: 'HEAD', path: '/api/uploads/one' })
  const user = openUpload()
  const ticket = { uploadURL: '/objects/one', resumableURL: '/api/uploads/one' }
  await rememberUpload(lastViewerId(), clipFile('half.webm'), ticket)
  dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('region', { name: 'Continue' })).toBeTruthy()
  const digest = vi.spyOn(crypto.subtle, 'digest').mockReturnValue(new Promise(() => undefined))
  onTestFinished(() => digest.mockRestore())
  await choose(user, clipFile('half.webm'))
  expect(screen.queryByRole('region', { name: 'Continue' })).toBeNull()
})

suite('storage', () => {
  const GB = 1024 ** 3
  const advice = 'Delete clips to make room, or ask the site’s admins for more.'

  test.each([
    ['is full', 12.5 * GB, 'Your storage is full.', `You’ve used 12.5 of 10 GB. ${advice}`],
    ['has less than a tenth left', 9.5 * GB, 'Your storage is almost full.', `You’ve used 9.5 of 10 GB. ${advice}`],
  ])('the page warns when it %s', async (_, usedBytes, heading, sentence) => {
    answer(getOwnStorage, { usedBytes, limitBytes: 10 * GB })
    openUpload()
    expect(await screen.findByText(heading)).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
  })

  test('the page warns about files that together do not fit', async () => {
    const { size } = clipFile('a.webm')
    const requests = answer(getOwnStorage, { usedBytes: 8.5 * size, limitBytes: 10 * size })
    const user = openUpload()
    await expect.poll(() => requests).toHaveLength(1)
    await choose(user, clipFile('a.webm'))
    expect(await screen.findByText('a.webm')).toBeTruthy()
    expect(screen.queryByText(/fit in your storage/)).toBeNull()
    await user.upload(screen.getByLabelText('Add more clips'), clipFile('b.webm'))
    expect(await screen.findByText('These clips don’t fit in your storage.')).toBeTruthy()
  })

  test('a file that can’t be uploaded needs no room', async () => {
    const { size } = clipFile('a.webm')
    answer(getOwnStorage, { usedBytes: 8.5 * size, limitBytes: 10 * size })
    const user = openUpload()
    await choose(user, clipFile('a.webm'), new File(['x'.repeat(size)], 'broken.mp4', { type: 'video/mp4' }))
    expect(await screen.findByText(/^We can’t read this file as a video/)).toBeTruthy()
    await expect.poll(() => screen.queryByText(/fit in your storage/)).toBeNull()
  })

  test('the storage is counted again when an upload ends', async () => {
    const { size } = clipFile('a.webm')
    let usedBytes = 0
    answer(getOwnStorage, () => ({ usedBytes, limitBytes: 1.5 * size }))
    refuse(createUpload, 403)
    const user = openUpload()
    await choose(user, clipFile('a.webm'))
    await fillAll(user)
    usedBytes = size
    expect(screen.queryByText(/fit in your storage/)).toBeNull()
    await user.click(button('Upload Video'))
    expect(await screen.findByText('This clip doesn’t fit in your storage.')).toBeTruthy()
  })

  test('no warning is shown while a tenth of the storage is free', async () => {
    const requests = answer(getOwnStorage, { usedBytes: 9 * GB, limitBytes: 10 * GB })
    const user = openUpload()
    await choose(user, clipFile('a.webm'))
    await expect.poll(() => requests).toHaveLength(1)
    expect(await screen.findByText('a.webm')).toBeTruthy()
    expect(screen.queryByText(/Your storage|in your storage/)).toBeNull()
  })
})
