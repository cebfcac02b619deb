import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { getAccount } from '../../../../contract/account/account.ts'
import { getOwnStorage } from '../../../../contract/videos/uploads.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser } from '../../../test/build.ts'
import { storePersonal } from '../../../viewer/personal-state.ts'
import { emptyForm, type UploadForm } from './form/upload-form.ts'
import { queueOf } from './queue/upload-queue.ts'
import { UploadPage } from './upload-page.tsx'

let viewers = 0

/**
 * Opens the upload page for a new user who has these drafts and unfinished uploads of these files, at its own address
 * or that of a remix.
 */
export function openUpload(
  drafts: Partial<UploadForm>[] = [],
  at = '/upload',
  unfinished: readonly File[] = [],
): UserEvent {
  const viewer = buildOwnUser({ id: `creator-${++viewers}` })
  onTestFinished(() => queueOf(viewer.id).end())
  storePersonal('upload-draft', viewer.id, JSON.stringify(drafts.map((draft) => ({ ...emptyForm, ...draft }))))
  const remembered = unfinished.map(({ name, size: sizeBytes }) => {
    const ticket = { uploadURL: `/api/uploads/${name}`, resumableURL: `/api/uploads/${name}/resumable` }
    return { ticket, name, sizeBytes, fingerprint: '' }
  })
  storePersonal('unfinished-uploads', viewer.id, JSON.stringify(remembered))
  return renderScreen(<UploadPage />, { viewer, at })
}

/** Returns the id of the user for whom the page was opened last. */
export const lastViewerId = () => `creator-${viewers}`

/** Prepares the answers and the simulated DOM for a test of the page. */
export function prepareUploadPage(): void {
  // The page requests the account only to check whether the e-mail address must be confirmed first.
  refuse(getAccount, 500)
  answer(getOwnStorage, { usedBytes: 0, limitBytes: 10 * 1024 ** 3 })
  // The simulated DOM cannot play video, so the page would report every file as unplayable.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
}

export const choose = (user: UserEvent, ...files: File[]) => user.upload(screen.getByLabelText('Video file'), files)

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

/** Returns the text of the listed clips, each with its status. */
export const listed = () =>
  within(screen.getByRole('navigation', { name: 'Your clips' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

export async function fill(user: UserEvent, label: RegExp, text: string): Promise<void> {
  await user.click(screen.getByLabelText(label))
  await user.paste(text)
}

export async function describe(user: UserEvent, title: string): Promise<void> {
  await fill(user, /^Title/, title)
  await fill(user, /^Caption/, 'A caption')
}

export async function chooseTool(user: UserEvent): Promise<void> {
  await user.selectOptions(screen.getByLabelText(/^AI tool/), 'OpenAI Sora')
}
