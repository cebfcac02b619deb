import type { LogEntry } from '../../../../contract/moderation/log.ts'
import type { Db } from '../../../db/connect.ts'
import { appendToLog } from '../public-log/public-log.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Up to how many days something counts as days, and as weeks. */
const DAYS_MAX = 7
const WEEKS_MAX = 31

/** Tells everybody what became of a decision. The last act of its transaction: it takes the log's lock. */
export async function logDecision(tx: Db, id: string, event: LogEntry['event']): Promise<void> {
  const { until, decidedAt, ...entry } = await tx
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.caseId')
    .select([
      'cases.kind',
      'decisions.rule',
      'decisions.measure',
      'decisions.until',
      'decisions.decidedAt',
      'decisions.source',
      'decisions.detected',
      'decisions.sameJudge',
    ])
    .where('decisions.id', '=', id)
    .executeTakeFirstOrThrow()
  await appendToLog(tx, { event, ...entry, duration: durationOf({ measure: entry.measure, until, decidedAt }) })
}

interface Length {
  measure: LogEntry['measure']
  until: string | null
  decidedAt: string
}

/** Roughly: to the day it would tell which account was concerned. */
function durationOf({ measure, until, decidedAt }: Length): LogEntry['duration'] {
  if (measure !== 'restrict' && measure !== 'suspend') return null
  if (until === null) return 'unlimited'
  const days = (Date.parse(until) - Date.parse(decidedAt)) / DAY_MS
  if (days <= DAYS_MAX) return 'days'
  return days <= WEEKS_MAX ? 'weeks' : 'months'
}
