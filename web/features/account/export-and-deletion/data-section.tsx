import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { DownloadPart } from './download-part.tsx'
import { LeavePart } from './leave-part.tsx'

/** What somebody takes along, and how they leave: one part each. */
export function DataSection({ user }: { user: OwnUser }) {
  return (
    <div className="flex flex-col gap-14">
      <DownloadPart />
      <LeavePart user={user} />
    </div>
  )
}
