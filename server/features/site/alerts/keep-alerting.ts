import { runEvery } from '../../../concurrency/run-every.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { ErrorLog } from '../../../errors/loggable-error.ts'
import { readSiteSettings } from '../settings/site-settings.ts'
import { type AlertChannel, claimAlert, prepareAlerts, recordSent } from './claim-alert.ts'
import { alertSources } from './find-alerts.ts'
import { createSenders } from './send-alert.ts'

type AlertDeps = Pick<Deps, 'db' | 'disk' | 'config'>

/** Milliseconds between two checks. A worker that died counts as missing after half a minute. */
export const LOOK_EVERY_MS = 20_000

/**
 * Looks for reasons to alert staff and sends the alerts that are due. Each is sent at most once an hour through each
 * channel. Every process does this, because the others may be dead. The process that claims an alert sends it.
 */
export async function sendDueAlerts(deps: AlertDeps, log: ErrorLog): Promise<void> {
  const settings = await readSiteSettings(deps.db)
  const senders = createSenders(deps, { webhook: settings.alertWebhook, log })
  for (const record of await prepareAlerts(deps.db, Object.keys(senders) as AlertChannel[])) {
    const { kind, channel, since } = record
    if (!settings.alerts.includes(kind)) continue
    const source = alertSources[kind]
    // Only operators read the log, so it gets only alerts about the machine.
    if (channel === 'log' && source.path !== '/admin') continue
    try {
      const text = await source.find(deps, { since, settings })
      if (text === undefined || !(await claimAlert(deps.db, record, source))) continue
      await senders[channel]?.({ ...source, kind, text })
      await recordSent(deps.db, record)
    } catch (error) {
      log.error({ err: error }, `The alert about ${kind} could not be sent (${channel})`)
    }
  }
}

/** Looks for alerts every 20 s and sends them. @returns A function that stops this and waits for the current check. */
export function keepAlerting(deps: AlertDeps, log: ErrorLog): () => Promise<void> {
  return runEvery(
    LOOK_EVERY_MS,
    () => sendDueAlerts(deps, log),
    (error) => log.error({ err: error }, 'The check for alerts failed'),
    // The first check is delayed, because a worker may start some seconds later than a web process.
    { isDelayed: true },
  )
}
