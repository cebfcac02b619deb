import type { LogEntry } from '../../../../contract/moderation/public-log.ts'
import { ruleOf } from '../rules/rules.ts'

const things: Record<LogEntry['kind'], string> = { video: 'a clip', comment: 'a comment', account: 'an account' }

const durations: Record<NonNullable<LogEntry['duration']>, string> = {
  days: 'for some days',
  weeks: 'for some weeks',
  months: 'for some months',
  unlimited: 'until lifted',
}

const sources: Record<LogEntry['source'], string> = {
  report: 'after a report',
  notice: 'after a legal notice',
  own: 'without a report',
}

/** Returns the event as a sentence without its full stop: `A clip was hidden`. */
export function describeEvent(entry: LogEntry): string {
  const { event } = entry
  if (event === 'decided') return describeDecision(entry)
  const enforcement = capital(enforcementOf(entry))
  if (event === 'over') return `${enforcement} ended`
  return `${enforcement} was ${event === 'upheld' ? 'upheld on appeal' : 'reversed'}`
}

/** Returns the details below a line: the rule, the source and the moderator of an appeal. */
export function describeCircumstances({ rule, ruleTitle, source, detected, event, sameJudge }: LogEntry): string[] {
  return [
    ruleTitle ?? ruleOf(rule).title,
    ...(event === 'decided' ? [sources[source]] : []),
    ...(detected === 'hold' ? ['was pending review'] : []),
    ...(sameJudge ? ['appeal answered by the same moderator'] : []),
  ]
}

const verbs = { warn: 'warned', restrict: 'restricted', suspend: 'suspended' }

function describeDecision({ kind, measure, duration }: LogEntry): string {
  const thing = things[kind]
  if (measure === 'none') return `No violation was found in ${thing}`
  if (measure === 'hide') return `${capital(thing)} was hidden`
  const cause = kind === 'account' ? '' : ` because of ${thing}`
  return `An account was ${verbs[measure]}${duration ? ` ${durations[duration]}` : ''}${cause}`
}

/** Returns the enforcement as a noun: `the hiding of a clip`. */
function enforcementOf({ kind, measure }: LogEntry): string {
  if (measure === 'hide') return `the hiding of ${things[kind]}`
  if (measure === 'none') return `the “no violation” decision on ${things[kind]}`
  if (measure === 'warn') return 'the warning to an account'
  return `the ${measure === 'restrict' ? 'restriction' : 'suspension'} of an account`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
