import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Enforcement } from '../../../../contract/moderation/decisions.ts'
import { findStandardRule, type RuleKey } from '../../../../contract/moderation/rules.ts'

/** `mixed`: a decision about subjects of several kinds at once. */
export type SubjectKind = CaseKind | 'mixed'

/** Names for the subject of a decision. */
export const thingOf: Record<SubjectKind, string> = {
  video: 'clip',
  comment: 'comment',
  account: 'account',
  mixed: 'content',
}

interface EnforcementText {
  /** The choice's label. */
  label: (kind: SubjectKind) => string
  /** The consequence of the measure. */
  effect: string
  key: string
}

/** The measures in the order of the form, the lightest first. */
export const enforcementTexts: Record<Enforcement, EnforcementText> = {
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

export const enforcements = Object.keys(enforcementTexts) as Enforcement[]

/** Returns the measures for a kind of subject. Accounts cannot be hidden, because a suspension already hides them. */
export function enforcementsFor(kind: SubjectKind): Enforcement[] {
  return kind === 'account' ? enforcements.filter((measure) => measure !== 'hide') : enforcements
}

/** Returns the usual measure for a broken rule. The form marks it but never preselects it. */
export function usualEnforcement(rule: RuleKey, kind: SubjectKind): Enforcement {
  // Admins give no usual measure to the rules that they add.
  const measure = findStandardRule(rule)?.measure ?? 'hide'
  return enforcementsFor(kind).includes(measure) ? measure : 'warn'
}

/** Whether the measure can end on its own. */
export function hasEnd(measure: Enforcement | undefined): boolean {
  return measure === 'restrict' || measure === 'suspend'
}
