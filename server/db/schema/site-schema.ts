import type { ColumnType, Generated } from 'kysely'
import type { AlertKind } from '../../../contract/site/alerts.ts'
import type { Timestamp } from './schema.ts'

/** Marks for one-time work that has been done. */
export type SiteMark = 'demo-removed'

/** Tables of the site: its settings, processes and limits. */
export interface SiteTables {
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
  siteSettings: { key: string; value: ColumnType<unknown, string, string>; changedAt: Timestamp }
  sitePictures: { hash: string; storedAt: Timestamp; content: Buffer }
  siteMarks: { name: SiteMark; setAt: Timestamp }
  storageMark: { id: string; isOnly: Generated<boolean> }
  rateLimits: { key: string; points: Generated<number>; expire: number | null }
  queueClocks: { queue: string; now: Generated<number> }
  queueTurns: { queue: string; userId: string; nextStart: number }
}
