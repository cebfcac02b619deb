import type { Generated } from 'kysely'
import type { AlertKind } from '../../../contract/site/alerts.ts'
import type { Timestamp } from './schema.ts'

/** Tables about the running of the site. */
export interface ProcessTables {
  processes: {
    id: string
    role: 'all' | 'web' | 'worker'
    host: string
    pid: number
    version: string
    startedAt: Timestamp
    beatAt: Timestamp
    stoppedAt: string | null
  }
  alerts: {
    kind: AlertKind
    channel: 'log' | 'email' | 'webhook'
    coveredUntil: Timestamp
    foundAt: string | null
    sentAt: string | null
    claimedUntil: string | null
  }
  backups: { id: Generated<number>; endedAt: Timestamp; failure: string | null }
}
