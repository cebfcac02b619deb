import type { LogEntry } from '../../../../contract/moderation/log.ts'
import type { Db } from '../../../db/connect.ts'
import { appendToLog } from '../public-log/public-log.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Maximum number of days that the log calls "days". */
const DAYS_MAX = 7
/** Maximum number of days that the log calls "weeks". */
const WEEKS_MAX = 31

/**
 * Writes an event of a decision to the public log. It must come last in its transaction because it takes the log's
 * lock.
 */
export async function logDecision(tx: Db, id: string, event: LogEntry['event']): Promise<void> {
  const { until, decidedAt, ruleTitle, ruleText, ...entry } = await tx
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.caseId')
    .select([
      'cases.kind',
      'decisions.rule',
      'decisions.ruleTitle',
      'decisions.ruleText',
      'decisions.measure',
      'decisions.until',
      'decisions.decidedAt',
      'decisions.source',
      'decisions.detected',
      'decisions.sameJudge',
    ])
    .where('decisions.id', '=', id)
    .executeTakeFirstOrThrow()
  const added = ruleTitle === null ? {} : { ruleTitle, ruleText }
  await appendToLog(tx, {
    event,
    ...entry,
    ...added,
    duration: durationOf({ measure: entry.measure, until, decidedAt }),
  })
}

interface Length {
  measure: LogEntry['measure']
  until: string | null
  decidedAt: string
}

/** Returns an approximate duration. An exact number of days would reveal which account was affected. */
function durationOf({ measure, until, decidedAt }: Length): LogEntry['duration'] {
  if (measure !== 'restrict' && measure !== 'suspend') return null
  if (until === null) return 'unlimited'
  const days = (Date.parse(until) - Date.parse(decidedAt)) / DAY_MS
  if (days <= DAYS_MAX) return 'days'
  return days <= WEEKS_MAX ? 'weeks' : 'months'
}
