import { useQuery } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { describeStorage, type OwnStorage } from '../../../../contract/videos/uploads.ts'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { Together } from '../../../ui/loading/skeleton.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { storageQuery } from '../../../viewer/storage.queries.ts'
import { DownloadPart } from '../export/download-part.tsx'
import { LeavePart } from '../deletion/leave-part.tsx'

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

function StoragePart() {
  const query = useQuery(storageQuery)
  return (
    <TitledSection
      id="storage"
      title="Storage"
      sentence="Your clips, the versions we make of them, your picture, and uploads in progress. Deleting a clip frees its space at once."
    >
      <QueryContent query={query} what="your storage" loading={null}>
        {(storage) => <UsageBar storage={storage} />}
      </QueryContent>
    </TitledSection>
  )
}

function UsageBar({ storage }: { storage: OwnStorage }) {
  const share = Math.min(1, storage.usedBytes / storage.limitBytes)
  const text = `${describeStorage(storage)} used`
  return (
    <div className="mt-4 flex max-w-[33.8em] flex-col gap-2">
      <p className="tabular-nums first-letter:uppercase" aria-hidden="true">
        {text}
      </p>
      <div
        role="meter"
        aria-label="Storage"
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={`h-full w-full origin-left rounded-full ${share < 0.9 ? 'bg-ink-muted' : 'bg-accent'}`}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  )
}
