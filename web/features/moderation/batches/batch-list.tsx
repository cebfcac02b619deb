import { useState } from 'react'
import { Link } from 'wouter'
import type { Batch } from '../../../../contract/moderation/batches.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { ruleOf } from '../../../page/rules.ts'
import { countDone, describeBatch, describeProgress } from './describe-batch.ts'
import { UndoDialog } from './undo-dialog.tsx'

const NEWEST = 2
/** Maximum number of skipped cases that a batch names. */
const CASES_SHOWN = 10

interface BatchListProps {
  batches: Batch[]
  /** Called when the moderator opens a case that was skipped. */
  onOpenCase: () => void
}

/** Batches with their progress, newest first. */
export function BatchList({ batches, onOpenCase }: BatchListProps) {
  const [isOpen, setOpen] = useState(false)
  const [undoing, setUndoing] = useState<Batch>()
  return (
    <>
      <ul aria-label="Decided together" className="w-full">
        {batches.slice(0, isOpen ? undefined : NEWEST).map((batch) => (
          <BatchItem key={batch.id} batch={batch} onUndo={() => setUndoing(batch)} onOpenCase={onOpenCase} />
        ))}
      </ul>
      {batches.length > NEWEST && !isOpen && <Button onClick={() => setOpen(true)}>Show earlier</Button>}
      {undoing && <UndoDialog batch={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

interface BatchItemProps {
  batch: Batch
  onUndo: () => void
  onOpenCase: () => void
}

function BatchItem({ batch, onUndo, onOpenCase }: BatchItemProps) {
  const { rule, madeBy, madeAt, isRunning, total, skipped, mayUndo } = batch
  return (
    <li className="flex flex-col gap-4 border-t border-line py-4 sm:flex-row sm:items-start">
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-strong">{describeBatch(batch)}</p>
        <p className="mt-0.5 text-small text-ink-muted">
          {ruleOf(rule).title} · by {madeBy ?? 'a deleted account'} · <RelativeTime iso={madeAt} />
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
        {skipped.map(({ reason, count, cases }) => (
          <div key={reason} className="mt-0.5 text-small text-ink-muted">
            <p>
              {count} skipped: {reason}
            </p>
            {cases.length > 0 && (
              <ul aria-label={`Skipped: ${reason}`} className="pl-3">
                {cases.slice(0, CASES_SHOWN).map(({ id, subject }) => (
                  <li key={id}>
                    <Link
                      href={`/moderation?case=${id}`}
                      onClick={onOpenCase}
                      className="flex min-h-11 items-center underline-offset-4 hover:underline"
                    >
                      <span dir="auto" className="line-clamp-2">
                        {subject || 'A case without a text'}
                      </span>
                    </Link>
                  </li>
                ))}
                {cases.length > CASES_SHOWN && <li>and {cases.length - CASES_SHOWN} more</li>}
              </ul>
            )}
          </div>
        ))}
      </div>
      {mayUndo && <Button onClick={onUndo}>Undo all</Button>}
    </li>
  )
}
