import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Measure } from '../../../../contract/moderation/decisions.ts'
import { type RuleKey, rules } from '../../../../contract/moderation/rules.ts'

/** Names for the subject of a case. */
export const thingOf: Record<CaseKind, string> = { video: 'clip', comment: 'comment', account: 'account' }

interface MeasureText {
  /** The choice's label. */
  label: (kind: CaseKind) => string
  /** The consequence of the measure. */
  effect: string
  key: string
}

/** The measures in the order of the form, the lightest first. */
export const measureTexts: Record<Measure, MeasureText> = {
  none: {
    label: () => 'No violation',
    effect: 'Nothing changes. The reporter is told.',
    key: 'x',
  },
  warn: { label: () => 'Warn', effect: 'The creator is told why. Nothing else changes.', key: 'w' },
  hide: {
    label: (kind) => `Hide the ${thingOf[kind]}`,
    effect: 'Only the creator and moderators can see it. The creator is told why.',
    key: 'h',
  },
  restrict: {
    label: () => 'Restrict the account',
    effect: 'They can browse and appeal, but can’t publish, comment or edit.',
    key: 'r',
  },
  suspend: {
    label: () => 'Suspend the account',
    effect: 'Restricted, with all their content hidden. Asks for your password.',
    key: 's',
  },
}

export const measures = Object.keys(measureTexts) as Measure[]

/** Returns the measures for a kind of subject. Accounts cannot be hidden, because a suspension already hides them. */
export function measuresFor(kind: CaseKind): Measure[] {
  return kind === 'account' ? measures.filter((measure) => measure !== 'hide') : measures
}

/** Returns the usual measure for a broken rule. The form marks it but never preselects it. */
export function usualMeasure(rule: RuleKey, kind: CaseKind): Measure {
  const { measure } = rules[rule]
  return measuresFor(kind).includes(measure) ? measure : 'warn'
}

/** Whether the measure can end by itself. */
export function hasEnd(measure: Measure | undefined): boolean {
  return measure === 'restrict' || measure === 'suspend'
}
