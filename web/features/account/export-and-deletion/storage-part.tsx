import { useQuery } from '@tanstack/react-query'
import { describeStorage, type OwnStorage } from '../../../../contract/videos/uploads.ts'
import { NotArrived } from '../../../ui/notice.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { storageQuery } from '../../../viewer/storage.queries.ts'

/** How much of their storage the user has used. */
export function StoragePart() {
  const { data, isError, refetch } = useQuery(storageQuery)
  return (
    <TitledSection
      id="storage"
      title="Storage"
      sentence="Your clips, the versions we make of them, your picture, and uploads in progress. Deleting a clip frees its space at once."
    >
      {data && <UsageBar storage={data} />}
      {!data && isError && <NotArrived what="your storage" onRetry={() => void refetch()} />}
    </TitledSection>
  )
}

function UsageBar({ storage }: { storage: OwnStorage }) {
  const share = Math.min(1, storage.usedBytes / storage.limitBytes)
  const words = `${describeStorage(storage)} used`
  return (
    <div className="mt-4 flex max-w-[52ch] flex-col gap-2">
      <p className="tabular-nums first-letter:uppercase" aria-hidden="true">
        {words}
      </p>
      <div
        role="meter"
        aria-label="Storage"
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={words}
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
