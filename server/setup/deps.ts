import type { Config } from './config.ts'
import type { Db } from '../db/connect.ts'
import type { ReadShared } from '../db/replicas/replicas.ts'
import type { Signals } from '../signals/signals.ts'
import type { Passwords } from '../identity/passwords.ts'
import type { inspectVideo } from '../media/engine/engine.ts'
import type { RateLimits } from '../http/guards/rate-limits.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Signer } from '../signing/signer.ts'
import type { CdnPurge } from '../storage/cdn-purge.ts'
import type { DiskSpace } from '../storage/disk/disk-space.ts'
import type { Storage } from '../storage/storage.ts'

/** What every feature may need, made once at start. */
export interface Deps {
  config: Pick<Config, 'publicUrl' | 'rateLimits' | 'trustedProxies' | 'mail' | 'isOneOfMany'> &
    Partial<Pick<Config, 'objectsUrl' | 'objectsAccel' | 'operatorAnchors' | 'signing'>>
  /** Signs cookies and upload addresses. */
  secret: string
  db: Db
  /** For what is the same for everybody. Whatever a person alone is shown, or a change goes by, is read from `db`. */
  readShared: ReadShared
  storage: Storage
  disk: DiskSpace
  /** Where objects have an origin of their own, and somebody to tell what it must forget. */
  cdn?: CdnPurge | undefined
  /** Where renditions are signed, in processes that do so. */
  signer?: Signer | undefined
  jobs: Jobs
  signals: Signals
  limits: RateLimits
  passwords: Passwords
  inspectVideo: typeof inspectVideo
  /** The operator's own pages, in Markdown. It need not exist. */
  pagesFolder: string
  /** For files that are being made, by this process alone. A crash leaves nothing here for long. */
  workFolder: string
}
