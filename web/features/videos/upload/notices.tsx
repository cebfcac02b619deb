import { useQuery } from '@tanstack/react-query'
import type { AccountStatus } from '../../../../contract/account/users.ts'
import { explainNoRoom } from '../../../../contract/videos/uploads.ts'
import { ActionLink } from '../../../ui/button.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { storageQuery } from '../../../viewer/storage.queries.ts'
import { findFileProblem } from './file/read-file.ts'
import type { Clip } from './queue/queue-state.ts'

const sentences: Partial<Record<AccountStatus, string>> = {
  restricted: 'Your account is restricted: you can’t publish right now.',
  suspended: 'Your account is suspended: you can’t publish right now.',
  waiting: 'Your account is waiting for approval: you can’t publish until then.',
}

const confirmFirst = 'Confirm your email address before you publish: open the link in the email we sent you.'

/** Warns users who cannot publish before they fill in a form. */
export function AccountStatusNotice({ status }: { status: AccountStatus }) {
  const { data: account } = useQuery(accountQuery)
  const sentence = sentences[status] ?? (account?.mustConfirmEmail ? confirmFirst : undefined)
  if (!sentence) return null
  const [href, link] =
    sentence === confirmFirst
      ? ['/settings/email', 'Send the email again']
      : status === 'waiting'
        ? ['/auth', 'See your request']
        : ['/settings/standing', 'See why and what you can do']
  return (
    <div role="status" className="mt-6 flex max-w-3xl flex-col items-start rounded-card bg-surface px-5 py-3">
      <p className="font-strong">{sentence}</p>
      <p className="text-ink-muted">Your text is saved on this device.</p>
      <ActionLink href={href}>{link}</ActionLink>
    </div>
  )
}

interface StorageNoticeProps {
  /** The clips that are not being uploaded yet. */
  clips: readonly Clip[]
  /** The clip that continues an unfinished upload. Its room is reserved. */
  continued: Clip | undefined
}

/** Warns users if the chosen files do not fit, or less than a tenth of their storage is left. */
export function StorageNotice({ clips, continued }: StorageNoticeProps) {
  const { data: storage } = useQuery(storageQuery)
  if (!storage) return null
  const chosen = clips.filter((clip) => clip.file && !findFileProblem(clip.findings) && clip.id !== continued?.id)
  const neededBytes = chosen.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)
  const leftBytes = Math.max(0, storage.limitBytes - storage.usedBytes)
  const fits = neededBytes <= leftBytes
  if (fits && leftBytes >= storage.limitBytes / 10) return null
  const misfit =
    chosen.length === 1 ? 'This clip doesn’t fit in your storage.' : 'These clips don’t fit in your storage.'
  const low = leftBytes === 0 ? 'Your storage is full.' : 'Your storage is almost full.'
  return (
    <div role="status" className="flex flex-col items-start rounded-card bg-surface px-5 py-3">
      <p className="font-strong">{fits ? low : misfit}</p>
      <p className="text-ink-muted">{explainNoRoom(storage)}</p>
      <ActionLink href="/profile">Go to your clips</ActionLink>
    </div>
  )
}
