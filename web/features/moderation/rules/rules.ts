import {
  type OwnRuleKey,
  findStandardRule,
  isOwnRule,
  type RuleKey,
  ruleKeys,
} from '../../../../contract/moderation/rules.ts'
import { type ReportReason, reportReasons } from '../../../../contract/moderation/reports.ts'
import { site } from '../../../page/site.ts'

/** Returns the keys of the rules that admins added and did not remove. */
export function addedRuleKeys(): OwnRuleKey[] {
  return site.ownRules.flatMap(({ key, isRetired }) => (isRetired ? [] : key))
}

/** Returns the keys of the rules that a decision may cite: the standard ones, then the added ones. */
export function currentRuleKeys(): RuleKey[] {
  return [...ruleKeys, ...addedRuleKeys()]
}

/**
 * Returns the title and text of a rule. A removed rule has no text. A rule that was added after this page was loaded
 * has a general title.
 */
export function ruleOf(key: RuleKey): { title: string; text: string } {
  const added = site.ownRules.find((rule) => rule.key === key)
  return findStandardRule(key) ?? added ?? { title: 'Another rule', text: '' }
}

export function labelOfReason(reason: ReportReason): string {
  return isOwnRule(reason) ? ruleOf(reason).title : reportReasons[reason]
}
