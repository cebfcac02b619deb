import type { Batch, BatchKind } from '../../../../contract/moderation/batches.ts'
import { formatCount, countOf } from '../../../format/count.ts'
import { describeDecision } from '../decisions/describe-decision.ts'
import { thingOf } from '../decisions/enforcements.ts'

/** Returns the name of one thing that a batch decides about. */
export function nounOf(kind: BatchKind): string {
  return kind === 'case' ? 'case' : thingOf[kind]
}

/** Returns the decision of a batch: `Suspended until 3 December 2026: 300 accounts`. */
export function describeBatch({ kind, measure, until, total }: Batch): string {
  return `${describeDecision({ measure, until, isPermanent: false })}: ${countOf(total, nounOf(kind))}`
}

/** Returns the number of items that are done. While a batch is undone, these are the reversed and the skipped ones. */
export function countDone({ total, waiting, decided, undoneAt }: Batch): number {
  return total - waiting - (undoneAt ? decided : 0)
}

/** Returns the state of a batch as a sentence. */
export function describeProgress(batch: Batch): string {
  const { total, decided, undone, undoneAt, undoneBy, isRunning } = batch
  const done = `${formatCount(countDone(batch))} of ${formatCount(total)}`
  if (undoneAt === null) return isRunning ? `${done} done so far.` : `${countOf(decided, 'decision')} made.`
  if (isRunning) return `Undoing: ${done} done so far.`
  return `Undone by ${undoneBy ?? 'a deleted account'}: ${countOf(undone, 'decision')} reversed.`
}
