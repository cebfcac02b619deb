import type { CaseSource } from '../../../../contract/moderation/cases.ts'
import type { DecisionSource } from '../../../../contract/moderation/decisions.ts'

/** What a moderator decides while looking at a dispute, nobody has asked for. */
export function sourceOfDecision(source: CaseSource): DecisionSource {
  return source === 'dispute' ? 'own' : source
}
