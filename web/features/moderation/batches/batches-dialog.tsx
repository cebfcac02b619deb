import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { type Batch, type BatchKind, undoBatch } from '../../../../contract/moderation/batches.ts'
import { countOf, formatCount } from '../../../format/count.ts'
import { isolate } from '../../../format/isolate.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { call } from '../../../net/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { ruleOf } from '../rules/rules.ts'
import { describeDecision } from '../decisions/describe-decision.ts'
import { ReverseDialog } from '../cases/reverse-dialog.tsx'
import { batchesQuery } from './batches.queries.ts'

/** Number of batches that are shown before "Show earlier". */
const NEWEST = 2
/** Maximum number of skipped cases that a batch names. */
const CASES_SHOWN = 10

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

interface BatchListProps {
  /** Newest first. */
  batches: Batch[]
  /** Called when the moderator opens a case that was skipped. */
  onOpenCase: () => void
}

function BatchList({ batches, onOpenCase }: BatchListProps) {
  const [isOpen, setOpen] = useState(false)
  const [undoing, setUndoing] = useState<Batch>()
  return (
    <>
      <ul aria-label="Batch decisions" className="w-full">
        {batches.slice(0, isOpen ? undefined : NEWEST).map((batch) => (
          <BatchItem key={batch.id} batch={batch} onUndo={() => setUndoing(batch)} onOpenCase={onOpenCase} />
        ))}
      </ul>
      {batches.length > NEWEST && !isOpen && <Button onClick={() => setOpen(true)}>Show earlier</Button>}
      {undoing && <UndoDialog batch={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

function BatchItem({ batch, onUndo, onOpenCase }: { batch: Batch; onUndo: () => void; onOpenCase: () => void }) {
  const { rule, madeBy, madeAt, isRunning, total, skipped, mayUndo } = batch
  const title = useId()
  return (
    <li className="flex flex-col gap-4 border-t border-line py-4 sm:flex-row sm:items-start">
      <div className="min-w-0 grow wrap-anywhere">
        <p id={title} className="font-strong">
          {describeBatch(batch)}
        </p>
        <p className="mt-0.5 text-small text-ink-muted">
          <bdi>{ruleOf(rule).title}</bdi> · by <bdi>{madeBy ?? 'a deleted account'}</bdi> ·{' '}
          <RelativeTime iso={madeAt} />
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
                        {subject || 'Case without text'}
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
      {mayUndo && (
        <Button aria-describedby={title} onClick={onUndo}>
          Undo all
        </Button>
      )}
    </li>
  )
}

export function UndoDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  return (
    <ReverseDialog
      id={batch.id}
      title="Undo all of these decisions?"
      description={`${describeBatch(batch)}. Other decisions about them stay in force.`}
      hint="Everyone affected will see this."
      submitLabel="Undo all"
      answer="This decision was made by mistake and has been undone. Sorry!"
      reverse={(body) => call(undoBatch, { params: { id: batch.id }, body })}
      done={['Undoing the decisions', 'You can follow the progress here, or leave this page.']}
      failed="We couldn’t undo the decisions"
      onClose={onClose}
    />
  )
}

/** Returns the decision of a batch: `Suspended until 3 December 2026: 300 accounts`. */
function describeBatch({ kind, measure, until, total }: Batch): string {
  return `${describeDecision({ measure, until, isPermanent: false })}: ${countOf(total, kind)}`
}

/** Returns the number of finished items. While a batch is being undone, these are the reversed and the skipped ones. */
function countDone({ total, waiting, decided, undoneAt }: Batch): number {
  return total - waiting - (undoneAt ? decided : 0)
}

function describeProgress(batch: Batch): string {
  const { total, decided, undone, undoneAt, undoneBy, isRunning } = batch
  const done = `${formatCount(countDone(batch))} of ${formatCount(total)}`
  if (undoneAt === null) return isRunning ? `${done} done so far.` : `${countOf(decided, 'decision')} made.`
  if (isRunning) return `Undoing: ${done} done so far.`
  return `Undone by ${isolate(undoneBy ?? 'a deleted account')}: ${countOf(undone, 'decision')} reversed.`
}
