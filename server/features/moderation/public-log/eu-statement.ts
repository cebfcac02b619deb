import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { DecisionSource, Detected, Measure } from '../../../../contract/moderation/decisions.ts'
import { rules, type Rule, type RuleKey } from '../../../../contract/moderation/rules.ts'

/** What a statement is made of. Days in UTC. */
export interface Decided {
  id: string
  kind: CaseKind
  rule: RuleKey
  /** As it read that day. */
  ruleText: string
  /** A warning restricts nothing, and needs no statement. */
  measure: Exclude<Measure, 'none' | 'warn'>
  source: DecisionSource
  detected: Detected
  decidedOn: string
  /** Null: until somebody lifts it. */
  endsOn: string | null
  /** When the thing was made, or the account. */
  madeOn: string
}

/**
 * A statement of reasons as the EU's transparency database takes it (API v2, since July 2025). Nothing that a person
 * wrote is in it (article 24(5) of the Digital Services Act): the facts are the standard sentence, the rule is ours.
 */
export function euStatement(decided: Decided, publicUrl: string): Record<string, unknown> {
  const { title, statement }: Rule = rules[decided.rule]
  return {
    ...restrictions[decided.measure](decided.endsOn),
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    decision_ground_reference_url: `${publicUrl}/rules`,
    incompatible_content_ground: title,
    incompatible_content_explanation: decided.ruleText,
    ...(statement.isIllegal && { incompatible_content_illegal: 'Yes' }),
    decision_facts: sayFacts(decided, title),
    ...contents[decided.kind],
    content_date: decided.madeOn,
    category: statement.category,
    ...(statement.keyword && { category_specification: [statement.keyword] }),
    // What is hidden is hidden everywhere.
    territorial_scope: europe,
    application_date: decided.decidedOn,
    source_type: sources[decided.source],
    automated_detection: decided.detected === 'hold' ? 'Yes' : 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: decided.id,
  }
}

const restrictions: Record<Decided['measure'], (endsOn: string | null) => Record<string, unknown>> = {
  hide: () => ({ decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'] }),
  restrict: (endsOn) => ({
    decision_provision: 'DECISION_PROVISION_PARTIAL_SUSPENSION',
    ...(endsOn && { end_date_service_restriction: endsOn }),
  }),
  suspend: (endsOn) => ({
    decision_account: 'DECISION_ACCOUNT_SUSPENDED',
    ...(endsOn && { end_date_account_restriction: endsOn }),
  }),
}

const contents: Record<CaseKind, Record<string, unknown>> = {
  video: { content_type: ['CONTENT_TYPE_VIDEO', 'CONTENT_TYPE_SYNTHETIC_MEDIA'] },
  comment: { content_type: ['CONTENT_TYPE_TEXT'] },
  account: { content_type: ['CONTENT_TYPE_OTHER'], content_type_other: 'An account and its profile' },
}

/** Reports name a reason; a notice explains it, and is signed, as article 16 asks. */
const sources: Record<DecisionSource, string> = {
  report: 'SOURCE_TYPE_OTHER_NOTIFICATION',
  notice: 'SOURCE_ARTICLE_16',
  own: 'SOURCE_VOLUNTARY',
}

const things: Record<CaseKind, string> = { video: 'the video', comment: 'the comment', account: 'the account' }

const causes: Record<DecisionSource, string> = {
  report: 'After a report',
  notice: 'After a notice',
  own: 'On its own initiative',
}

function sayFacts({ kind, source }: Decided, ruleTitle: string): string {
  return `${causes[source]}, a moderator looked at ${things[kind]} and found that it breaks this rule: ${ruleTitle}.`
}

/** The European Economic Area. */
const europe = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')
