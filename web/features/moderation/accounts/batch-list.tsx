import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Batch } from '../../../../contract/moderation/batches.ts'
import { rules } from '../../../../contract/moderation/rules.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { batchesQuery } from './batches.queries.ts'
import { countDone, describeBatch, describeProgress } from './describe-batch.ts'
import { UndoDialog } from './undo-dialog.tsx'

const NEWEST = 2

/** The latest decisions about several accounts or comments at once, with their progress. */
export function BatchList() {
  const { data } = useQuery(batchesQuery)
  const [isOpen, setOpen] = useState(false)
  const [undoing, setUndoing] = useState<Batch>()
  if (!data || data.batches.length === 0) return null
  return (
    <section className="mb-6 flex flex-col items-start">
      <h2 className="headline mb-4 text-title">Decided together</h2>
      <ul aria-label="Decided together" className="w-full">
        {data.batches.slice(0, isOpen ? undefined : NEWEST).map((batch) => (
          <BatchItem key={batch.id} batch={batch} onUndo={() => setUndoing(batch)} />
        ))}
      </ul>
      {data.batches.length > NEWEST && !isOpen && <Button onClick={() => setOpen(true)}>Show earlier</Button>}
      {undoing && <UndoDialog batch={undoing} onClose={() => setUndoing(undefined)} />}
    </section>
  )
}

function BatchItem({ batch, onUndo }: { batch: Batch; onUndo: () => void }) {
  const { rule, madeBy, madeAt, isRunning, total, skipped, mayUndo } = batch
  return (
    <li className="flex flex-col gap-4 border-t border-line py-4 sm:flex-row sm:items-start">
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-strong">{describeBatch(batch)}</p>
        <p className="mt-0.5 text-small text-ink-muted">
          {rules[rule].title} · by {madeBy ?? 'a deleted account'} · <RelativeTime iso={madeAt} />
        </p>
        <p className="mt-2">{describeProgress(batch)}</p>
        {isRunning && (
          <progress
            aria-label="Progress"
            value={countDone(batch)}
            max={total}
            className="mt-2 w-full max-w-md accent-accent"
          />
        )}
        {skipped.map(({ reason, count }) => (
          <p key={reason} className="mt-0.5 text-small text-ink-muted">
            {count} skipped: {reason}
          </p>
        ))}
      </div>
      {mayUndo && <Button onClick={onUndo}>Undo all</Button>}
    </li>
  )
}
