import { useState } from 'react'
import { DAY_MS } from '../../../../contract/time.ts'
import type { DecisionBody, Enforcement } from '../../../../contract/moderation/decisions.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import { createPersonalDrafts } from '../../../viewer/personal-drafts.ts'
import { currentRuleKeys } from '../rules/rules.ts'
import { isSpecific, nothingFound } from './facts.ts'
import { hasEnd, type SubjectKind } from './enforcements.ts'

/** A moderator's unsent decision. */
export interface Draft {
  rule: RuleKey | undefined
  measure: Enforcement | undefined
  /** Duration of a restriction or suspension. `undefined`: until a moderator lifts it. */
  days: number | undefined
  facts: string
  note: string
  /** Whether reports of the same content open no new case for a while. Only for cases closed without a finding. */
  isQuiet: boolean
}

const USUAL_DAYS = 7

/**
 * Returns a new draft. The first reported rule that still exists is preselected, and the duration is a week. The
 * enforcement is never preselected.
 *
 * @param ruleKeys The rules that the reports name.
 */
export function newDraft(ruleKeys: RuleKey[]): Draft {
  const current = currentRuleKeys()
  const rule = ruleKeys.find((key) => current.includes(key))
  return { rule, measure: undefined, days: USUAL_DAYS, facts: '', note: '', isQuiet: false }
}

/** Returns when the enforcement would end if it began now. Returns `undefined` if it has no end date. */
export function untilOf({ days }: Draft): Date | undefined {
  return days === undefined ? undefined : new Date(Date.now() + days * DAY_MS)
}

/**
 * Lists the names of the details that a decision still needs. A case that is closed without enforcement needs no facts,
 * because a standard sentence records it.
 */
export function listMissing({ rule, measure, facts }: Draft, kind: SubjectKind): string[] {
  const factsName = facts.trim() ? 'a time or quote in the facts' : 'facts'
  const needed = { rule, action: measure, [factsName]: measure === 'none' || isSpecific(facts, kind) }
  return Object.entries(needed).flatMap(([name, value]) => (value ? [] : name))
}

/** Returns the decision to send, or `undefined` while details are missing. */
export function toDecision(draft: Draft, kind: SubjectKind): DecisionBody | undefined {
  const { rule, measure, note, isQuiet } = draft
  if (!rule || !measure || listMissing(draft, kind).length > 0) return undefined
  const facts = measure === 'none' ? draft.facts.trim() || nothingFound(rule, kind) : draft.facts
  const until = hasEnd(measure) ? (untilOf(draft)?.toISOString() ?? null) : null
  return { rule, measure, until, facts, note: note.trim() || null, ...(measure === 'none' && isQuiet && { isQuiet }) }
}

/** Unsent decisions by subject, so that switching cases or a refused call loses nothing. */
export const draftOf = createPersonalDrafts<Draft>()

/** Returns the facts and the note of an unsent decision, or `''`. */
export function typedTextOf(subject: string): string {
  const draft = draftOf(subject).read()
  return [draft?.facts, draft?.note].filter(Boolean).join('\n\n')
}

interface DraftOptions {
  /** The rules that the reports name. */
  reported: RuleKey[]
  enforcements: Enforcement[]
}

/**
 * Returns the stored draft of a decision, and a function that changes it. The draft has no enforcement that the form
 * does not offer: the draft of a batch may come from a selection of other kinds.
 */
export function useDraft(
  subject: string,
  { reported, enforcements }: DraftOptions,
): [Draft, (changed: Partial<Draft>) => void] {
  const [stored, setDraft] = useState(() => draftOf(subject).read() ?? newDraft(reported))
  const isOffered = stored.measure === undefined || enforcements.includes(stored.measure)
  const draft = isOffered ? stored : { ...stored, measure: undefined }
  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed }
    draftOf(subject).store(next)
    setDraft(next)
  }
  return [draft, change]
}
