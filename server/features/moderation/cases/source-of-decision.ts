import type { CaseSource } from '../../../../contract/moderation/cases.ts'
import type { DecisionSource } from '../../../../contract/moderation/decisions.ts'

/**
 * Maps the source of a case to that of its decision. A decision that a moderator makes while reviewing a dispute counts
 * as their own initiative.
 */
export function sourceOfDecision(source: CaseSource): DecisionSource {
  return source === 'dispute' ? 'own' : source
}
