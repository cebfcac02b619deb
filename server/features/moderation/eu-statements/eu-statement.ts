import type { Selectable } from 'kysely'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { DecisionSource, Enforcement } from '../../../../contract/moderation/decisions.ts'
import { isOwnRule, type StandardRuleKey, titleOfDecided } from '../../../../contract/moderation/rules.ts'
import type { ModerationTables } from '../../../db/schema/moderation-schema.ts'

/** The parts of a decision that a statement contains. Days are in UTC. */
export interface Decided extends Pick<
  Selectable<ModerationTables['decisions']>,
  'id' | 'rule' | 'ruleTitle' | 'ruleText' | 'source' | 'detected'
> {
  kind: CaseKind
  /** Enforcement. A warning restricts nothing and needs no statement. */
  measure: Exclude<Enforcement, 'none' | 'warn'>
  decidedOn: string
  /** Day on which the enforcement ends. Null if it lasts until it is lifted. */
  endsOn: string | null
  /** Day on which the content or the account was created. */
  madeOn: string
}

/**
 * Returns a statement of reasons in the format of the EU's transparency database (API v2, since July 2025). It contains
 * no text by users (article 24(5) of the Digital Services Act). The facts are a standard sentence, and the rule is the
 * site's own text.
 */
export function euStatement(decided: Decided, publicUrl: string): Record<string, unknown> {
  const title = titleOfDecided(decided)
  const statement: Category = isOwnRule(decided.rule) ? { category: otherTerms } : categories[decided.rule]
  return {
    ...restrictions[decided.measure](decided.endsOn),
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    decision_ground_reference_url: `${publicUrl}/rules`,
    incompatible_content_ground: title,
    incompatible_content_explanation: decided.ruleText,
    ...(statement.isIllegal && { incompatible_content_illegal: 'Yes' }),
    decision_facts: describeFacts(decided, title),
    ...contents[decided.kind],
    content_date: decided.madeOn,
    category: statement.category,
    ...(statement.keyword && { category_specification: [statement.keyword] }),
    // Hidden content is hidden in every territory.
    territorial_scope: europe,
    application_date: decided.decidedOn,
    source_type: sources[decided.source],
    automated_detection: decided.detected === 'hold' ? 'Yes' : 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: decided.id,
  }
}

/**
 * A category of the EU's transparency database (schema v2), with its keyword and whether the content also breaks a law.
 */
interface Category {
  category: string
  keyword?: string
  isIllegal?: true
}

/** The category of violations of the terms that fit no other category, such as violations of an added rule. */
const otherTerms = 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC'

const categories: Record<StandardRuleKey, Category> = {
  'only-ai': { category: otherTerms },
  nudity: { category: otherTerms, keyword: 'KEYWORD_ADULT_SEXUAL_MATERIAL' },
  violence: { category: 'STATEMENT_CATEGORY_VIOLENCE' },
  hate: { category: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH', keyword: 'KEYWORD_HATE_SPEECH' },
  spam: { category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD' },
  consent: { category: 'STATEMENT_CATEGORY_CYBER_VIOLENCE', keyword: 'KEYWORD_NON_CONSENSUAL_MATERIAL_DEEPFAKE' },
  impersonation: { category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD', keyword: 'KEYWORD_IMPERSONATION_ACCOUNT_HIJACKING' },
  copyright: {
    category: 'STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS',
    keyword: 'KEYWORD_COPYRIGHT_INFRINGEMENT',
    isIllegal: true,
  },
  unlawful: { category: otherTerms, isIllegal: true },
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

/** Source types of the database. Only takedown notices have a sender and an explanation, as article 16 requires. */
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

function describeFacts({ kind, source }: Decided, ruleTitle: string): string {
  return `${causes[source]}, a moderator looked at ${things[kind]} and found that it breaks this rule: ${ruleTitle}.`
}

/** The European Economic Area. */
const europe = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')
