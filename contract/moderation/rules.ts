import type { ReportReason, StandardReason } from './reports.ts'
import type { Enforcement } from './decisions.ts'

/**
 * A standard rule, shown at `/rules` before those that an admin added (`own-rules.ts`). Each decision cites a rule and
 * keeps the text that it had on that day.
 */
export interface Rule {
  title: string
  /** A sentence or two for users. */
  text: string
  /** The usual enforcement. */
  measure: Exclude<Enforcement, 'none'>
  /** Whether cases about a violation of it come first. */
  isSevere?: boolean
}

export const rules = {
  'only-ai': {
    title: 'Only AI-generated video',
    text: 'Clips are made with AI tools. No filmed footage, even if filtered or edited.',
    measure: 'hide',
  },
  nudity: {
    title: 'No nudity or sexual content',
    text: 'No nudity, sexual acts or content made to arouse, however it was generated.',
    measure: 'hide',
    isSevere: true,
  },
  violence: {
    title: 'No graphic violence',
    text: 'No gore, no gratuitous cruelty, and no praise of violence or the people who commit it.',
    measure: 'hide',
    isSevere: true,
  },
  hate: {
    title: 'No hate',
    text: 'No attacks on people for who they are or what they believe, and no hate symbols.',
    measure: 'hide',
    isSevere: true,
  },
  spam: {
    title: 'No spam or deception',
    text: 'No repeated advertising, misleading titles, or bought or automated likes and follows.',
    measure: 'hide',
  },
  consent: {
    title: 'No likeness without consent',
    text: 'No real person’s face, voice or private life without their consent. Silence isn’t consent.',
    measure: 'hide',
    isSevere: true,
  },
  impersonation: {
    title: 'No impersonation',
    text: 'No names, pictures or profiles that pretend to be another person or organisation.',
    measure: 'restrict',
  },
  copyright: {
    title: 'Only what you have the right to share',
    text: 'No use of other people’s work, such as footage, music or characters, without permission.',
    measure: 'hide',
  },
  unlawful: {
    title: 'Nothing illegal',
    text: 'No content that is illegal where the site is run or where it is meant to be seen.',
    measure: 'hide',
    isSevere: true,
  },
} as const satisfies Record<string, Rule>

export type StandardRuleKey = keyof typeof rules
/** The key of a rule that an admin added. Its number is never used again. */
export type OwnRuleKey = `own-${number}`
export type RuleKey = StandardRuleKey | OwnRuleKey

export const ruleKeys = Object.keys(rules) as [StandardRuleKey, ...StandardRuleKey[]]

/** Returns the standard rule with this key. Returns undefined for a rule that an admin added. */
export function findStandardRule(key: RuleKey): Rule | undefined {
  return Object.hasOwn(rules, key) ? rules[key as StandardRuleKey] : undefined
}

export function isOwnRule(key: string): key is OwnRuleKey {
  return key.startsWith('own-')
}

/**
 * Returns the name of the rule that a decision cites.
 * @param decision.ruleTitle The name that the decision stores if an admin added the rule; null otherwise.
 */
export function titleOfDecided({ rule, ruleTitle }: { rule: RuleKey; ruleTitle: string | null }): string {
  return ruleTitle ?? findStandardRule(rule)?.title ?? rule
}

/** The rule for each standard reason of a report. 'Other' has none; its reporter describes the problem. */
const ruleOfStandard: Record<StandardReason, RuleKey | undefined> = {
  'real-video': 'only-ai',
  nudity: 'nudity',
  violence: 'violence',
  hate: 'hate',
  spam: 'spam',
  other: undefined,
}

/** Returns the rule that a reason of a report names, if any. An added rule is a reason itself. */
export function ruleOfReason(reason: ReportReason): RuleKey | undefined {
  return isOwnRule(reason) ? reason : ruleOfStandard[reason]
}

export function isSevere(key: RuleKey): boolean {
  return findStandardRule(key)?.isSevere ?? false
}
