import { existsSync } from 'node:fs'
import type { Db } from '../../server/db/connect.ts'
import { sizeInWords } from '../../server/features/site/backup/copy-files.ts'
import { countOnlyOnDisk } from '../../server/features/site/doctor/only-on-disk.ts'
import type { Config } from '../../server/setup/config.ts'
import { objectsIn } from '../../server/setup/open-storage.ts'
import { DiskStorage } from '../../server/storage/disk/disk-storage.ts'
import { MovingStorage } from '../../server/storage/moving-storage.ts'
import type { Storage } from '../../server/storage/storage.ts'

/**
 * Counts the files of a site with a bucket that are only in `DATA_DIR`.
 *
 * @returns A sentence for the operator, and whether the site cannot reach these files; `undefined` if there are none.
 */
export async function describeFilesOnDisk(
  { dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>,
  { db, storage }: { db: Db; storage: Storage },
): Promise<{ line: string; areLost: boolean } | undefined> {
  const isMoving = storage instanceof MovingStorage
  const folder = objectsIn(dataDir)
  if (!bucket || (!isMoving && !existsSync(folder))) return undefined
  const disk = isMoving ? storage.from : await DiskStorage.open(folder, { isShared: true })
  const { files, bytes } = await countOnlyOnDisk({ db, disk, bucket: isMoving ? storage.to : storage })
  if (files === 0) return undefined
  const count = `Only on the disk, not in the bucket: ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}, ${sizeInWords(bytes)}.`
  const remedy = isMoving
    ? 'Keep STORAGE_FROM, and run npm run storage:move.'
    : 'Set STORAGE_FROM=disk, restart Reverie, and run npm run storage:move.'
  return { line: `${count} ${remedy}`, areLost: !isMoving }
}
