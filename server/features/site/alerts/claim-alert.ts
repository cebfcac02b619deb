import { sql } from 'kysely'
import { type AlertKind, alertKinds } from '../../../../contract/site/alerts.ts'
import type { Db } from '../../../db/connect.ts'
import type { SiteTables } from '../../../db/schema/site-schema.ts'

export type AlertChannel = SiteTables['alerts']['channel']

/** A kind of alert, and a channel through which it may be sent. */
interface AlertRecord {
  kind: AlertKind
  channel: AlertChannel
  /** Start of the time that no earlier alert covers: at most a day ago. */
  since: string
  /** The time when this record was read. */
  readAt: string
}

/**
 * Returns the condition that a time of `alerts` lies between these distances from now. A later time was recorded while
 * the clock was ahead, and does not count.
 */
const isWithin = (column: 'sent_at' | 'claimed_until', from: string, to: string) =>
  sql<boolean>`(alerts.${sql.raw(column)} between now() + ${from}::interval and now() + ${to}::interval)`

/** The upper bounds leave a minute for the statements of other processes, which may have begun later. */
const isQuiet = sql<boolean>`(${isWithin('sent_at', '-1 hour', '1 minute')} or ${isWithin('claimed_until', '0', '3 minutes')})`

/**
 * Lists every kind of alert for each of these channels, with the time from which its events have not been alerted yet.
 * Inserts the missing records, for which only events from now on count.
 */
export async function prepareAlerts(db: Db, channels: readonly AlertChannel[]): Promise<AlertRecord[]> {
  await sql`
    insert into alerts (kind, channel) select kind, channel
    from unnest(${[...alertKinds]}::text[]) as kind cross join unnest(${[...channels]}::text[]) as channel
    on conflict do nothing`.execute(db)
  const { rows } = await sql<AlertRecord>`
    select kind, channel, now() as read_at,
      greatest(case when covered_until < now() then covered_until end, now() - interval '1 day') as since
    from alerts where channel = any (${[...channels]})`.execute(db)
  return rows
}

/**
 * Claims an alert for two minutes, unless it was sent within the last hour or another process is sending it. If its
 * condition has lasted since the previous alert, the alert is claimed only once a day.
 *
 * @returns Whether this process must send it.
 */
export async function claimAlert(
  db: Db,
  { kind, channel }: Pick<AlertRecord, 'kind' | 'channel'>,
  { isLasting }: { isLasting: boolean },
): Promise<boolean> {
  const hasLasted = isLasting
    ? sql`(${isWithin('sent_at', '-1 day', '1 minute')} and found_at > now() - interval '10 minutes')`
    : sql`false`
  const { rows } = await sql<{ isMine: boolean }>`
    update alerts set found_at = now(),
      claimed_until = case when ${isQuiet} or ${hasLasted} then claimed_until else now() + interval '2 minutes' end
    where kind = ${kind} and channel = ${channel}
    returning coalesce(claimed_until = now() + interval '2 minutes', false) as is_mine`.execute(db)
  return rows[0]?.isMine ?? false
}

/** Records that a claimed alert was sent. An alert that could not be sent is tried again when its claim ends. */
export async function recordSent(db: Db, { kind, channel, readAt }: AlertRecord): Promise<void> {
  await sql`
    update alerts set sent_at = now(), covered_until = ${readAt}, claimed_until = null
    where kind = ${kind} and channel = ${channel}`.execute(db)
}
