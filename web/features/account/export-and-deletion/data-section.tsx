import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { DownloadPart } from './download-part.tsx'
import { LeavePart } from './leave-part.tsx'

/** The settings section with the account's export and its deletion. */
export function DataSection({ user }: { user: OwnUser }) {
  return (
    <div className="flex flex-col gap-14">
      <DownloadPart />
      <LeavePart user={user} />
    </div>
  )
}
