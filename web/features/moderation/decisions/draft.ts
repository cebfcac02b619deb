import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { DecisionBody, Measure } from '../../../../contract/moderation/decisions.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { hasEnd, usualMeasure } from './measures.ts'
import { proposeFacts } from './propose-facts.ts'

/** What is about to be decided. Measure and facts follow the rule until somebody chooses or types their own. */
export interface Draft {
  rule: RuleKey | undefined
  /** `undefined`: the rule's usual one. */
  chosenMeasure: Measure | undefined
  /** For restricting and suspending; `undefined`: until somebody lifts it. */
  days: number | undefined
  /** `undefined`: the proposed text. */
  typedFacts: string | undefined
  note: string
  /** Where nothing was found: no more cases by reports of it, for a while. */
  isQuiet: boolean
}

const USUAL_DAYS = 7
const DAY_MS = 24 * 3_600_000

/** @param ruleKeys What the reports name, the most frequent first. */
export function newDraft(ruleKeys: RuleKey[]): Draft {
  const nothing = { chosenMeasure: undefined, typedFacts: undefined, note: '', isQuiet: false }
  return { rule: ruleKeys[0], days: USUAL_DAYS, ...nothing }
}

export function measureOf({ rule, chosenMeasure }: Draft, kind: CaseKind): Measure | undefined {
  return chosenMeasure ?? (rule && usualMeasure(rule, kind))
}

export function factsOf(draft: Draft, kind: CaseKind): string {
  const measure = measureOf(draft, kind)
  return draft.typedFacts ?? (draft.rule && measure ? proposeFacts(draft.rule, measure, kind) : '')
}

/** @returns When it would end if it began now. */
export function untilOf({ days }: Draft): Date | undefined {
  return days === undefined ? undefined : new Date(Date.now() + days * DAY_MS)
}

/** @returns `undefined` while something is missing: a rule, a measure or the facts. */
export function asDecision(draft: Draft, kind: CaseKind): DecisionBody | undefined {
  const { rule, note, isQuiet } = draft
  const measure = measureOf(draft, kind)
  const facts = factsOf(draft, kind)
  if (!rule || !measure || facts.trim() === '') return undefined
  const until = hasEnd(measure) ? (untilOf(draft)?.toISOString() ?? null) : null
  return { rule, measure, until, facts, note: note.trim() || null, ...(measure === 'none' && isQuiet && { isQuiet }) }
}

/** Begun and not sent, by what they are about: going to another case and back, or a refusal, loses nothing. */
const drafts = new Map<string, Draft>()
onSignOut(() => drafts.clear())

export const findDraft = (subject: string): Draft | undefined => drafts.get(subject)

/** `undefined` forgets it. */
export function keepDraft(subject: string, draft: Draft | undefined): void {
  if (draft) drafts.set(subject, draft)
  else drafts.delete(subject)
}
