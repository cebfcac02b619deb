import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Measure } from '../../../../contract/moderation/decisions.ts'
import { type RuleKey, rules } from '../../../../contract/moderation/rules.ts'

/** What people call what a case is about. */
export const thingOf: Record<CaseKind, string> = { video: 'clip', comment: 'comment', account: 'account' }

interface MeasureText {
  /** What it is, as a choice. */
  label: (kind: CaseKind) => string
  /** What comes of it. */
  effect: string
  key: string
}

/** In the order in which they are offered: the lightest first. */
export const measureTexts: Record<Measure, MeasureText> = {
  none: {
    label: () => 'Nothing against the rules',
    effect: 'It stays as it is. Who reported it is told.',
    key: 'x',
  },
  warn: { label: () => 'Warn', effect: 'They read why. Nothing else changes.', key: 'w' },
  hide: { label: (kind) => `Hide the ${thingOf[kind]}`, effect: 'Nobody else sees it. They read why.', key: 'h' },
  restrict: {
    label: () => 'Restrict the account',
    effect: 'They can read and appeal, and make and change nothing.',
    key: 'r',
  },
  suspend: {
    label: () => 'Suspend the account',
    effect: 'Restricted, and everything of theirs is hidden. Asks for your password.',
    key: 's',
  },
}

export const measures = Object.keys(measureTexts) as Measure[]

/** An account is not hidden by itself: suspending it does that. */
export function measuresFor(kind: CaseKind): Measure[] {
  return kind === 'account' ? measures.filter((measure) => measure !== 'hide') : measures
}

/** Returns the measure that is usual where a rule was broken. It is marked, never chosen beforehand. */
export function usualMeasure(rule: RuleKey, kind: CaseKind): Measure {
  const { measure } = rules[rule]
  return measuresFor(kind).includes(measure) ? measure : 'warn'
}

/** Whether it may end by itself. */
export function hasEnd(measure: Measure | undefined): boolean {
  return measure === 'restrict' || measure === 'suspend'
}
