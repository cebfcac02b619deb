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

/** The dependencies of every feature, created once at start. */
export interface Deps {
  config: Pick<Config, 'publicUrl' | 'rateLimits' | 'trustedProxies' | 'mail' | 'isOneOfMany'> &
    Partial<Pick<Config, 'objectsUrl' | 'objectsAccel' | 'operatorAnchors' | 'signing' | 'allowsPrivateWebhook'>>
  /** Signs cookies and upload addresses. */
  secret: string
  db: Db
  /** Reads viewer-independent data, possibly from a replica. Other data, and data for a change, is read from `db`. */
  readShared: ReadShared
  storage: Storage
  disk: DiskSpace
  /** Present if objects have their own origin with a purge hook. */
  cdn?: CdnPurge | undefined
  /** Present in processes that sign renditions. */
  signer?: Signer | undefined
  jobs: Jobs
  signals: Signals
  limits: RateLimits
  passwords: Passwords
  inspectVideo: typeof inspectVideo
  /** Folder of the operator's pages, in Markdown. It may not exist. */
  pagesFolder: string
  /** Folder for temporary files of this process. A later start removes the leftovers of a crash. */
  workFolder: string
}
