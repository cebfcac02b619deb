import type { SiteSettings } from '../../../../contract/site/settings.ts'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import { rules } from '../../../../contract/moderation/rules.ts'

type Fact = (name: string) => string

/** Returns the act as the end of a sentence that begins with the name of the actor. */
const acts: Record<string, (person: string, fact: Fact) => string> = {
  'draw-link': () => 'drew a link that makes somebody an admin',
  'change-role': (person, fact) =>
    `made ${person} ${wordsFor(roles, fact('to'))}${fact('byLink') ? ' by the link of the console' : ''}, who was ${wordsFor(roles, fact('from'))}`,
  'reset-link': (person) => `made ${person} a link to set a new password`,
  'sign-out': (person) => `ended the sessions of ${person}`,
  'remove-passkeys': (person) => `removed the passkeys of ${person}`,
  'change-settings': (_person, fact) => `changed ${settingOf(fact)}`,
  'let-in': (person) => `let ${person} in`,
  'refuse-entry': (person) => `refused to let ${person} in`,
  'remove-samples': (_person, fact) => `removed the samples (${fact('clips')} clips)`,
  decide: (_person, fact) =>
    `decided a case of ${wordsFor(things, fact('kind'))}: ${wordsFor(measures, fact('measure'))}, rule “${wordsFor(ruleTitles, fact('rule'))}”`,
  lift: (_person, fact) => `took a decision back (${wordsFor(measures, fact('measure'))})`,
  'answer-appeal': (_person, fact) => `answered an appeal: ${fact('outcome')}`,
  'answer-dispute': (_person, fact) =>
    fact('answer') === 'keep'
      ? 'kept what a clip’s page says about who was first'
      : 'took off a clip’s page who was first',
  'court-action': (_person, fact) =>
    fact('isCourtAction') === 'true'
      ? 'noted that a claimant has gone to court'
      : 'noted that no claimant is at court any more',
  'claim-lapsed': () => 'claimed a case and left it undecided',
  'release-comment': () => 'let a comment through',
  erase: () => 'erased a file',
  undo: (person, fact) => `undid what ${person} had decided (${fact('decisions')} decisions)`,
  'export-statements': () => 'exported the statements of reasons',
}

const roles: Record<string, string> = { member: 'a member', moderator: 'a moderator', admin: 'an admin' }

const measures: Record<string, string> = {
  none: 'nothing against the rules',
  warn: 'a warning',
  hide: 'hidden',
  restrict: 'restricted',
  suspend: 'suspended',
}

const modes: Record<string, string> = { open: 'open', approval: 'by approval', closed: 'closed' }

const things: Record<string, string> = { video: 'a clip', comment: 'a comment', account: 'an account' }
const ruleTitles = Object.fromEntries(Object.entries(rules).map(([key, { title }]) => [key, title]))

/** The name of each setting, with its new value where the log stores one. */
const settings: Record<keyof SiteSettings, (to: string) => string> = {
  registration: (to) => `who may register: ${wordsFor(modes, to)}`,
  holds: (to) => `holds: ${onOrOff(to)}`,
  heldWords: () => 'the words that wait',
  contact: () => 'the contact',
  staffPasskeys: (to) => `whether staff need a passkey: ${onOrOff(to)}`,
  verifiedOnly: (to) => `whether publishing and commenting need a confirmed address: ${onOrOff(to)}`,
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
  const who = actor ? (actor.name ?? 'Somebody who is gone') : 'Whoever runs the machine'
  const isOwn = actor !== null && actor.id === person?.id
  const whom = isOwn ? 'themselves' : (person?.name ?? 'somebody who is gone')
  const fact: Fact = (name) => facts.find((each) => each.name === name)?.value ?? ''
  return `${who} ${acts[act]?.(whom, fact) ?? act}.`
}
