import type { BatchKind } from '../../../../contract/moderation/batches.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { NotArrived, PageSpinner } from '../../../ui/notice.tsx'
import { BatchList } from './batch-list.tsx'
import { useBatches } from './batches.queries.ts'
import { nounOf } from './describe-batch.ts'

/** The latest batches of one kind with their progress, over the list that they change. */
export function BatchesDialog({ kind, onClose }: { kind: BatchKind; onClose: () => void }) {
  const { data, error, refetch } = useBatches()
  const batches = data?.batches.filter((batch) => batch.kind === kind)
  return (
    <Dialog
      title="Decided together"
      description="You can undo your own. Admins can undo all of them."
      size="wide"
      onClose={onClose}
    >
      {batches ? (
        batches.length > 0 ? (
          <BatchList batches={batches} onOpenCase={onClose} />
        ) : (
          <p>No {nounOf(kind)}s have been decided together yet.</p>
        )
      ) : error ? (
        <NotArrived what="the list" onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </Dialog>
  )
}
