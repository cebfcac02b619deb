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
  label: (kind: SubjectKind) => string
  effect: string
  key: string
}

/** The kinds of enforcement in the order of the form, the lightest first. */
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

/** Returns the kinds of enforcement for a kind of subject. Accounts cannot be hidden, because a suspension already hides them. */
export function enforcementsFor(kind: SubjectKind): Enforcement[] {
  return kind === 'account' ? enforcements.filter((measure) => measure !== 'hide') : enforcements
}

/** Returns the usual enforcement of a rule. The form marks it but never preselects it. */
export function usualEnforcement(rule: RuleKey, kind: SubjectKind): Enforcement {
  // Rules that admins add have no usual enforcement.
  const measure = findStandardRule(rule)?.measure ?? 'hide'
  return enforcementsFor(kind).includes(measure) ? measure : 'warn'
}

/** Whether the enforcement can have an end date. */
export function hasEnd(measure: Enforcement | undefined): boolean {
  return measure === 'restrict' || measure === 'suspend'
}
