import type { Decision, Enforcement } from '../../../../contract/moderation/decisions.ts'
import { formatDay } from '../../../format/day.ts'

const done: Record<Enforcement, string> = {
  none: 'No violation',
  warn: 'Warned',
  hide: 'Hidden',
  restrict: 'Restricted',
  suspend: 'Suspended',
}

/** Returns the enforcement and its end: `Suspended until 3 December 2026`. */
export function describeDecision({
  measure,
  until,
  isPermanent,
}: Pick<Decision, 'measure' | 'until' | 'isPermanent'>): string {
  if (isPermanent) return 'Permanently removed'
  if (until === null) return done[measure]
  return `${done[measure]} until ${formatDay(until)}`
}

/** Returns the state of a decision in words: in force, closed, ended, reversed, or the outcome of its appeal. */
export function describeState({ state, outcome, measure }: Pick<Decision, 'state' | 'outcome' | 'measure'>): string {
  if (state === 'reversed') return outcome === 'reversed' ? 'reversed on appeal' : 'reversed'
  if (state === 'over') return 'ended'
  if (outcome === 'upheld') return 'upheld on appeal'
  return measure === 'none' ? 'closed' : 'in force'
}
