import type { ReportReason } from './reports.ts'
import type { Enforcement } from './decisions.ts'

/** A rule of the site, shown at `/rules`. Each decision cites a rule and keeps the text that it had on that day. */
export interface Rule {
  title: string
  /** A sentence or two for users. */
  text: string
  /** The usual enforcement. */
  measure: Exclude<Enforcement, 'none'>
  /** Whether cases about it come first. */
  isSevere?: boolean
  /** Its category in the EU's transparency database (schema v2), its keywords, and whether it also breaks a law. */
  statement: { category: string; keyword?: string; isIllegal?: true }
}

const otherTerms = 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC'

export const rules = {
  'only-ai': {
    title: 'Only AI-generated video',
    text: 'Clips are made with AI tools. No filmed footage, even if filtered or edited.',
    measure: 'hide',
    statement: { category: otherTerms },
  },
  nudity: {
    title: 'No nudity or sexual content',
    text: 'No nudity, sexual acts or content made to arouse, however it was generated.',
    measure: 'hide',
    isSevere: true,
    statement: { category: otherTerms, keyword: 'KEYWORD_ADULT_SEXUAL_MATERIAL' },
  },
  violence: {
    title: 'No graphic violence',
    text: 'No gore, no gratuitous cruelty, and no praise of violence or the people who commit it.',
    measure: 'hide',
    isSevere: true,
    statement: { category: 'STATEMENT_CATEGORY_VIOLENCE' },
  },
  hate: {
    title: 'No hate',
    text: 'No attacks on people for who they are or what they believe, and no hate symbols.',
    measure: 'hide',
    isSevere: true,
    statement: { category: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH', keyword: 'KEYWORD_HATE_SPEECH' },
  },
  spam: {
    title: 'No spam or deception',
    text: 'No repeated advertising, misleading titles, or bought or automated likes and follows.',
    measure: 'hide',
    statement: { category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD' },
  },
  consent: {
    title: 'No likeness without consent',
    text: 'No real person’s face, voice or private life without their consent. Silence isn’t consent.',
    measure: 'hide',
    isSevere: true,
    statement: {
      category: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
      keyword: 'KEYWORD_NON_CONSENSUAL_MATERIAL_DEEPFAKE',
    },
  },
  impersonation: {
    title: 'No impersonation',
    text: 'No names, pictures or profiles that pretend to be another person or organisation.',
    measure: 'restrict',
    statement: {
      category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
      keyword: 'KEYWORD_IMPERSONATION_ACCOUNT_HIJACKING',
    },
  },
  copyright: {
    title: 'Only what you have the right to share',
    text: 'No use of other people’s work, such as footage, music or characters, without permission.',
    measure: 'hide',
    statement: {
      category: 'STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS',
      keyword: 'KEYWORD_COPYRIGHT_INFRINGEMENT',
      isIllegal: true,
    },
  },
  unlawful: {
    title: 'Nothing illegal',
    text: 'No content that is illegal where the site is run or where it is meant to be seen.',
    measure: 'hide',
    isSevere: true,
    statement: { category: otherTerms, isIllegal: true },
  },
} as const satisfies Record<string, Rule>

export type RuleKey = keyof typeof rules

export const ruleKeys = Object.keys(rules) as [RuleKey, ...RuleKey[]]

/** The rule for each reason of a report. 'Other' has none; its reporter describes the problem. */
export const ruleOfReason: Record<ReportReason, RuleKey | undefined> = {
  'real-video': 'only-ai',
  nudity: 'nudity',
  violence: 'violence',
  hate: 'hate',
  spam: 'spam',
  other: undefined,
}

export function isSevere(key: RuleKey): boolean {
  return 'isSevere' in rules[key]
}
