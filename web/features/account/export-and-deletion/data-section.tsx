import { useQuery } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { Together } from '../../../ui/skeleton.tsx'
import { storageQuery } from '../../../viewer/storage.queries.ts'
import { DownloadPart } from './download-part.tsx'
import { LeavePart } from './leave-part.tsx'
import { StoragePart } from './storage-part.tsx'

/** The settings section with the account's storage, its export and its deletion. */
export function DataSection({ user }: { user: OwnUser }) {
  const { isPending } = useQuery(storageQuery)
  return (
    <Together isPending={isPending} label="Loading your data">
      <div className="flex flex-col gap-14">
        <StoragePart />
        <DownloadPart />
        <LeavePart user={user} />
      </div>
    </Together>
  )
}
