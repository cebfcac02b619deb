import { sql } from 'kysely'
import { DAY_MS } from '../../../../contract/time.ts'
import type { LogEntry } from '../../../../contract/moderation/public-log.ts'
import type { Db } from '../../../db/connect.ts'
import { appendToLog } from '../public-log/append-to-log.ts'

/** Maximum number of days that the log calls "days". */
const DAYS_MAX = 7
/** Maximum number of days that the log calls "weeks". */
const WEEKS_MAX = 31

/**
 * Records an event of a decision in the public log. Enqueues an e-mail about it, unless the enforcement just expired or
 * no violation was found. The call must come last in its transaction, because it takes the log's lock.
 */
export async function recordDecisionEvent(tx: Db, id: string, event: LogEntry['event']): Promise<void> {
  if (event !== 'over') await enqueueDecisionEmail(tx, id)
  const { until, decidedAt, ruleTitle, ruleText, ...entry } = await tx
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.caseId')
    .select(['kind', 'rule', 'ruleTitle', 'ruleText', 'measure', 'until', 'decidedAt'])
    .select(['decisions.source', 'detected', 'sameJudge'])
    .where('decisions.id', '=', id)
    .executeTakeFirstOrThrow()
  const added = ruleTitle === null ? {} : { ruleTitle, ruleText }
  const hasEnd = entry.measure === 'restrict' || entry.measure === 'suspend'
  await appendToLog(tx, { event, ...entry, ...added, duration: hasEnd ? durationOf(until, decidedAt) : null })
}

/** Enqueues an e-mail about a new or changed decision. Dismissed reports affect no one. */
async function enqueueDecisionEmail(tx: Db, id: string): Promise<void> {
  await sql`
    insert into decision_emails (decision_id)
    select id from decisions where id = ${id} and measure <> 'none' and person_id is not null
    on conflict do nothing`.execute(tx)
}

/** Returns an approximate duration. An exact number of days would reveal which account was affected. */
function durationOf(until: string | null, decidedAt: string): LogEntry['duration'] {
  if (until === null) return 'unlimited'
  const days = (Date.parse(until) - Date.parse(decidedAt)) / DAY_MS
  if (days <= DAYS_MAX) return 'days'
  return days <= WEEKS_MAX ? 'weeks' : 'months'
}
