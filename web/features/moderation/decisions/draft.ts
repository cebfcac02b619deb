import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { DecisionBody, Measure } from '../../../../contract/moderation/decisions.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { onSignOut } from '../../../viewer/personal-state.ts'
import { isSpecific, nothingFound } from './facts.ts'
import { hasEnd } from './measures.ts'

/** A decision that a moderator is about to make. Only the rule is proposed, by the reports. */
export interface Draft {
  rule: RuleKey | undefined
  measure: Measure | undefined
  /** For restricting and suspending; `undefined`: until somebody lifts it. */
  days: number | undefined
  facts: string
  note: string
  /** Where nothing was found: no more cases by reports of it, for a while. */
  isQuiet: boolean
}

const USUAL_DAYS = 7
const DAY_MS = 24 * 3_600_000

/** @param ruleKeys What the reports name, the most frequent first. */
export function newDraft(ruleKeys: RuleKey[]): Draft {
  return { rule: ruleKeys[0], measure: undefined, days: USUAL_DAYS, facts: '', note: '', isQuiet: false }
}

/** @returns When it would end if it began now. */
export function untilOf({ days }: Draft): Date | undefined {
  return days === undefined ? undefined : new Date(Date.now() + days * DAY_MS)
}

/**
 * Returns the decision to send, or `undefined` while the rule, the measure or specific facts are missing. Closing a case
 * without a measure needs no facts: its record is written by itself.
 */
export function asDecision(draft: Draft, kind: CaseKind): DecisionBody | undefined {
  const { rule, measure, note, isQuiet } = draft
  if (!rule || !measure) return undefined
  const facts = measure === 'none' ? draft.facts.trim() || nothingFound(rule, kind) : draft.facts
  if (measure !== 'none' && !isSpecific(facts, kind)) return undefined
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
