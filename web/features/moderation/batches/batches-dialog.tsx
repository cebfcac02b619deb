import { useQuery } from '@tanstack/react-query'
import type { BatchKind } from '../../../../contract/moderation/batches.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { BatchList } from './batch-list.tsx'
import { batchesQuery } from './batches.queries.ts'

export function BatchesDialog({ kind, onClose }: { kind: BatchKind; onClose: () => void }) {
  const query = useQuery(batchesQuery)
  return (
    <Dialog
      title="Batch decisions"
      description="You can undo your own. Admins can undo all of them."
      size="wide"
      onClose={onClose}
    >
      <QueryContent query={query} what="the list">
        {({ batches }) => {
          const shown = batches.filter((batch) => batch.kind === kind)
          if (shown.length === 0) return <p>No batch decisions yet.</p>
          return <BatchList batches={shown} onOpenCase={onClose} />
        }}
      </QueryContent>
    </Dialog>
  )
}
