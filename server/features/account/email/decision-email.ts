import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Enforcement } from '../../../../contract/moderation/decisions.ts'
import { titleOfDecided } from '../../../../contract/moderation/rules.ts'
import { emailText } from './email-texts.ts'
import type { EmailedDecision, EmailText } from './write-email.ts'

const things: Record<CaseKind, string> = { video: 'clip', comment: 'comment', account: 'account' }

const measures: Record<Enforcement, (thing: string) => string> = {
  none: (thing) => `A moderator looked at your ${thing} and found no problem.`,
  warn: (thing) => `You got a warning from a moderator about your ${thing}.`,
  hide: (thing) => `A moderator hid your ${thing}.`,
  restrict: () => 'A moderator restricted your account: you can read, but not post.',
  suspend: () => 'A moderator suspended your account.',
}

/** Returns the e-mail about a decision for the person concerned. It names no moderator. */
export function decisionEmail(decision: EmailedDecision, publicUrl: string): EmailText {
  const { kind, measure, ruleText, state, outcome } = decision
  const thing = things[kind]
  const [subject, happened] = describe()
  return emailText(
    subject,
    happened,
    `The rule: ${titleOfDecided(decision)}. ${ruleText}`,
    `Read the ${outcome ? 'answer' : 'reasons'}:\n${publicUrl}/settings/standing`,
    ...(outcome || state === 'reversed' ? [] : ['If you think this is a mistake, you can appeal there.']),
  )

  function describe(): [subject: string, happened: string] {
    if (outcome === 'upheld') {
      return ['Your appeal was answered', `We read your appeal. The decision about your ${thing} stays.`]
    }
    if (outcome === 'reversed') {
      return ['Your appeal was accepted', `We read your appeal. The decision about your ${thing} was reversed.`]
    }
    if (state === 'reversed') {
      return [`A decision about your ${thing} was reversed`, `A decision about your ${thing} was reversed.`]
    }
    return [`A decision about your ${thing}`, measures[measure](thing)]
  }
}
