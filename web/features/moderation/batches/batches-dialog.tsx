import { useQuery } from '@tanstack/react-query'
import type { BatchKind } from '../../../../contract/moderation/batches.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NotArrived, PageSpinner } from '../../../ui/notice.tsx'
import { BatchList } from './batch-list.tsx'
import { batchesQuery } from './batches.queries.ts'

/** A dialog with the latest batches of one kind and their progress. */
export function BatchesDialog({ kind, onClose }: { kind: BatchKind; onClose: () => void }) {
  const { data, error, refetch } = useQuery(batchesQuery)
  const batches = data?.batches.filter((batch) => batch.kind === kind)
  return (
    <Dialog
      title="Batch decisions"
      description="You can undo your own. Admins can undo all of them."
      size="wide"
      onClose={onClose}
    >
      {batches ? (
        batches.length > 0 ? (
          <BatchList batches={batches} onOpenCase={onClose} />
        ) : (
          <p>No batch decisions yet.</p>
        )
      ) : error ? (
        <NotArrived what="the list" onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </Dialog>
  )
}
