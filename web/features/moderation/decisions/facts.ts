import { isOwnRule, type RuleKey, type StandardRuleKey } from '../../../../contract/moderation/rules.ts'
import { currentRuleKeys, ruleOf } from '../rules/rules.ts'
import { thingOf, type SubjectKind } from './enforcements.ts'

/** The usual finding for each broken rule, as the rest of a sentence that begins with 'The clip'. */
const usualFacts: Record<StandardRuleKey, string> = {
  'only-ai': 'shows filmed footage that was not made with AI tools',
  nudity: 'contains nudity or sexual content',
  violence: 'contains graphic violence, or praises violence',
  hate: 'attacks people for who they are or what they believe, or shows hate symbols',
  spam: 'is spam, or misleads people about what it is',
  consent: 'uses a real person’s face, voice or private life without their consent',
  impersonation: 'pretends to be someone else',
  copyright: 'uses someone else’s work without permission',
  unlawful: 'contains illegal content',
}

/**
 * Returns the beginning of a sentence about a broken rule. The moderator completes it with the place: a timestamp or a
 * quotation.
 */
export function beginFacts(rule: RuleKey, kind: SubjectKind): string {
  const finding = isOwnRule(rule) ? `breaks the rule “${ruleOf(rule).title}”` : usualFacts[rule]
  return `The ${thingOf[kind]} ${finding}: `
}

/** Whether the facts contain more than the suggested beginning of a sentence. */
export function isSpecific(facts: string, kind: SubjectKind): boolean {
  const typed = facts.trim()
  return typed !== '' && currentRuleKeys().every((rule) => typed !== beginFacts(rule, kind).trim())
}

/** Returns the record of a case that was closed without a finding. The affected person never reads it. */
export function nothingFound(rule: RuleKey, kind: SubjectKind): string {
  return `The ${thingOf[kind]} was reviewed. It doesn’t break the rule “${ruleOf(rule).title}”.`
}
