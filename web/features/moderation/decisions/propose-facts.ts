import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Measure } from '../../../../contract/moderation/decisions.ts'
import { type RuleKey, rules } from '../../../../contract/moderation/rules.ts'
import { thingOf } from './measures.ts'

/** What is usually seen where a rule was broken, as the end of a sentence: 'The clip …'. */
const usualFacts: Record<RuleKey, string> = {
  'only-ai': 'shows filmed footage that was not made with AI tools',
  nudity: 'contains nudity or sexual content',
  violence: 'contains graphic violence, or praises violence',
  hate: 'attacks people for what they are or believe, or shows symbols of those who do',
  spam: 'is repeated advertising, or misleads people about what it is',
  consent: 'uses a real person’s face, voice or private life without their consent',
  impersonation: 'makes people believe that it is somebody else’s',
  copyright: 'uses the work of others without a right to it',
  unlawful: 'contains something that the law forbids to publish',
}

/** A sentence to begin with. It names no detail: what was seen where is the moderator's to add. */
export function proposeFacts(rule: RuleKey, measure: Measure, kind: CaseKind): string {
  const thing = `The ${thingOf[kind]}`
  if (measure === 'none') return `${thing} was looked at. Nothing in it breaks the rule “${rules[rule].title}”.`
  return `${thing} ${usualFacts[rule]}.`
}
