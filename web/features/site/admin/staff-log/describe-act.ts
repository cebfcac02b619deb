import type { SiteSettings } from '../../../../../contract/site/settings.ts'
import type { StaffLogLine } from '../../../../../contract/site/staff-log.ts'
import type { RuleKey } from '../../../../../contract/moderation/rules.ts'
import { countOf } from '../../../../format/count.ts'
import { ruleOf } from '../../../moderation/rules/rules.ts'

type Fact = (name: string) => string

/** Each act as the end of a sentence that begins with the name of the actor. */
const acts: Record<string, (person: string, fact: Fact) => string> = {
  'draw-link': () => 'created a link for becoming an admin',
  'change-role': (person, fact) =>
    fact('byLink')
      ? `became ${wordsFor(roles, fact('to'))} using the console link (previously ${wordsFor(roles, fact('from'))})`
      : `made ${person} ${wordsFor(roles, fact('to'))} (previously ${wordsFor(roles, fact('from'))})`,
  'change-storage-limit': (person, fact) =>
    `set the storage limit of ${person} to ${fact('to') === 'null' ? 'the default' : `${fact('to')} GB`}`,
  'reset-limits': (person) => `reset the limits of ${person} for this hour`,
  'reset-link': (person) => `created a password reset link for ${person}`,
  'sign-out': (person) => `signed ${person} out everywhere`,
  'remove-passkeys': (person) => `removed the passkeys of ${person}`,
  'change-settings': (_person, fact) => `changed ${settingOf(fact)}`,
  'let-in': (person) => `approved ${person}`,
  'refuse-entry': (person) => `rejected ${person}`,
  'create-invitation': (_person, fact) =>
    `created an invitation link for ${countOf(Number(fact('maxUses')), 'account')}, ${describeDays(fact('days'))}`,
  'revoke-invitation': (_person, fact) =>
    `revoked an invitation link with which ${fact('usesCount')} of ${countOf(Number(fact('maxUses')), 'account')} had been created`,
  'remove-samples': (_person, fact) => `removed the samples (${countOf(Number(fact('clips')), 'clip')})`,
  decide: (_person, fact) =>
    `decided a case about ${wordsFor(things, fact('kind'))}: ${wordsFor(enforcements, fact('measure'))}, rule “${ruleOf(fact('rule') as RuleKey).title}”`,
  'make-batch': (_person, fact) =>
    `decided about ${countOf(Number(fact('count')), wordsFor(nouns, fact('kind')))} at once: ${wordsFor(enforcements, fact('measure'))}, rule “${ruleOf(fact('rule') as RuleKey).title}”`,
  'undo-batch': () => 'undid decisions that were made at once',
  lift: (_person, fact) => `reversed a decision (${wordsFor(enforcements, fact('measure'))})`,
  'answer-appeal': (_person, fact) => `answered an appeal: ${fact('outcome')}`,
  'answer-dispute': (_person, fact) =>
    fact('answer') === 'keep'
      ? 'kept the “first published” label on a clip'
      : 'removed the “first published” label from a clip',
  'court-action': (_person, fact) =>
    fact('isCourtAction') === 'true'
      ? 'recorded that a claimant went to court'
      : 'recorded that a claimant’s court case is over',
  'release-comment': () => 'approved a comment',
  'delete-account': (person) => `scheduled ${person} for deletion`,
  'restore-account': (person) => `cancelled the deletion of ${person}`,
  erase: () => 'permanently removed a file',
  undo: (person, fact) => `undid ${countOf(Number(fact('decisions')), 'decision')} by ${person}`,
  'export-statements': () => 'exported the statements of reasons',
  // Only earlier versions wrote this act.
  'claim-lapsed': () => 'let a claimed case lapse',
}

const describeDays = (days: string) =>
  days === 'null' ? 'without an expiry' : `valid for ${countOf(Number(days), 'day')}`

const roles: Record<string, string> = { member: 'a member', moderator: 'a moderator', admin: 'an admin' }

const enforcements: Record<string, string> = {
  none: 'no violation',
  warn: 'a warning',
  hide: 'hidden',
  restrict: 'restricted',
  suspend: 'suspended',
}

const modes: Record<string, string> = { open: 'open', approval: 'by approval', closed: 'closed' }

const things: Record<string, string> = { video: 'a clip', comment: 'a comment', account: 'an account' }
const nouns: Record<string, string> = { video: 'clip', comment: 'comment', account: 'account', case: 'case' }

/** The name of each setting, with its new value where the log stores one. */
const settings: Record<keyof SiteSettings, (to: string) => string> = {
  tagline: (to) => `the tagline: ${to}`,
  splashTagline: (to) => `the splash tagline: ${to}`,
  notFoundHeading: (to) => `the heading of the 404 page: ${to}`,
  notFoundText: (to) => `the text of the 404 page: ${to}`,
  ticker: () => 'the ticker',
  tools: () => 'the AI tools in the upload form',
  ownRules: () => 'the added rules',
  footerLinks: () => 'the links in the footer',
  defaultTheme: (to) => `the default theme: ${to}`,
  accentColour: (to) => `the accent colour: ${to || 'the default'}`,
  icon: () => 'the icon',
  siteName: (to) => `the site’s name: ${to}`,
  registration: (to) => `registration: ${wordsFor(modes, to)}`,
  registrationsPerHour: (to) => `new accounts per hour: ${to}`,
  holds: (to) => `comment review: ${onOrOff(to)}`,
  heldWords: () => 'the review word list',
  contact: () => 'the contact',
  staffPasskeys: (to) => `passkeys for staff: ${onOrOff(to)}`,
  alerts: () => 'the alerts for staff',
  alertWebhook: () => 'the webhook for alerts',
  backupDays: (to) => `days without a backup before an alert: ${to}`,
  storageLimitGb: (to) => `storage per person: ${to} GB`,
  blockedEmailDomains: () => 'the blocked email domains',
  blockedNetworks: () => 'the blocked networks',
  blockedLinkDomains: () => 'the blocked link domains',
  verifiedOnly: (to) => `confirmed email before posting: ${onOrOff(to)}`,
}
const onOrOff = (value: string) => (value === 'true' ? 'on' : 'off')

function settingOf(fact: Fact): string {
  const setting = fact('setting')
  return (settings as Partial<Record<string, (to: string) => string>>)[setting]?.(fact('to')) ?? setting
}

/** Returns the words for a value, or the value itself if it is from a later version. */
function wordsFor(words: Record<string, string>, value: string): string {
  return words[value] ?? value
}

/** Returns a staff log entry as a sentence. An act that this version does not know is shown by its name. */
export function describeAct({ act, actor, person, facts }: StaffLogLine): string {
  const who = actor ? (actor.name ?? 'A deleted account') : 'The server operator'
  const isOwn = actor !== null && actor.id === person?.id
  const whom = isOwn ? 'themselves' : (person?.name ?? 'a deleted account')
  const fact: Fact = (name) => facts.find((each) => each.name === name)?.value ?? ''
  return `${who} ${acts[act]?.(whom, fact) ?? act}.`
}
