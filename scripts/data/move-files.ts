import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../server/db/connect.ts'
import { formatBytes } from '../../contract/bytes.ts'
import { counted } from '../../server/format/in-words.ts'
import { moveUploads } from '../../server/features/videos/upload/move-uploads.ts'
import { UploadLeases } from '../../server/features/videos/upload/upload-leases.ts'
import { copyObjects } from '../../server/objects/copy-objects.ts'
import type { Signals } from '../../server/signals/signals.ts'
import type { MovingStorage } from '../../server/storage/moving-storage.ts'
import { showProgress, sumOf } from './move-progress.ts'

const LOOK_EVERY_MS = 10_000

interface Moving {
  db: Db
  signals: Signals
  storage: MovingStorage
  /** Whether to wait for uploads that are being sent or published, instead of leaving them on the disk. */
  waits: boolean
  log(line: string): void
}

/**
 * Moves the files of a site to another storage. Published files are copied, and unpublished uploads are moved.
 *
 * @returns Whether the bucket has everything. If not, the log says how many uploads are left.
 */
export async function moveFiles({ db, signals, storage: { from, to }, waits, log }: Moving): Promise<boolean> {
  const leases = new UploadLeases({ db, signals })
  let onSeen = showProgress(await sumOf(from.list()), log)
  for (;;) {
    const { moved, movedBytes, inUse, inUseBytes } = await moveUploads({ db, from, to, leases })
    if (moved > 0) log(`${counted(moved, 'unpublished upload')} moved, ${formatBytes(movedBytes)}.`)
    const { copied, copiedBytes } = await copyObjects({ db, from, to }, onSeen)
    if (copied > 0) log(`${counted(copied, 'file')} copied, ${formatBytes(copiedBytes)}.`)
    onSeen = () => {}
    // The next round finds the uploads that were published or completed during this one.
    if (moved + copied > 0) continue
    if (inUse === 0) return true
    log(
      `Waiting for ${counted(inUse, 'unpublished upload')} (${formatBytes(inUseBytes)}; up to a day). ` +
        'Safe to stop and rerun; keep STORAGE_FROM until then.',
    )
    if (!waits) return false
    await wait(LOOK_EVERY_MS)
  }
}
