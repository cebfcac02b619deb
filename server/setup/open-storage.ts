import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { StartupError } from '../errors/startup-error.ts'
import { watchDisk } from '../storage/disk/disk-space.ts'
import { DiskStorage } from '../storage/disk/disk-storage.ts'
import { openToGroup } from '../storage/disk/object-group.ts'
import { MovingStorage } from '../storage/moving-storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { Config } from './config.ts'

type StorageSettings = Pick<Config, 'dataDir' | 'diskReserve' | 'bucket' | 'objectsGroup'>

/** Returns the folder of the objects on this machine. */
export const objectsIn = (dataDir: string): string => join(dataDir, 'objects')

/** Returns the folder of the objects; `undefined` if a bucket stores them. */
export const objectsFolderOf = ({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): string | undefined =>
  bucket ? undefined : objectsIn(dataDir)

/**
 * Opens the configured storage: a folder, a bucket, or both during a move. Loads the code for buckets only if needed.
 *
 * @param isShared Whether another process may be writing there.
 * @param workFolder This process's folder for fetched files. By default, a temporary folder that `stack` removes.
 * @throws {StartupError} If the bucket cannot be used.
 */
export async function openStorage(
  config: StorageSettings,
  stack: AsyncDisposableStack,
  { isShared = false, workFolder }: { isShared?: boolean; workFolder?: string } = {},
): Promise<Storage> {
  const { bucket: settings } = config
  const openDisk = () => openDiskStorage(config, isShared)
  if (!settings) return openDisk()
  const cacheFolder = join(workFolder ?? tmpdir(), workFolder ? 'cache' : `reverie-cache-${randomUUID()}`)
  const bucket = await openBucketStorage(config, settings, stack, cacheFolder)
  return settings.movesFromDisk ? new MovingStorage(bucket, await openDisk()) : bucket
}

async function openDiskStorage({ dataDir, objectsGroup: group }: StorageSettings, isShared: boolean) {
  const objects = objectsIn(dataDir)
  const storage = await DiskStorage.open(objects, { isShared, group }).catch((error: unknown) => {
    throw asUnusable(objects, error)
  })
  if (group !== undefined) await openToGroup(group, { dataDir, objects })
  return storage
}

function asUnusable(folder: string, error: unknown): unknown {
  const { errno } = error as NodeJS.ErrnoException
  const reason = errno !== undefined && getSystemErrorMap().get(errno)?.[1]
  if (!reason) return error
  return new StartupError(
    `The folder of the files, ${folder}, cannot be used: ${reason}. Mount its disk, or give it to the user of Reverie.`,
  )
}

async function openBucketStorage(
  { diskReserve }: StorageSettings,
  { address, keys, cacheBytes }: NonNullable<StorageSettings['bucket']>,
  stack: AsyncDisposableStack,
  cacheFolder: string,
): Promise<Storage> {
  const [{ openBucket }, { BucketStorage }, { FileCache }] = await Promise.all([
    import('../storage/bucket/open-bucket.ts'),
    import('../storage/bucket/bucket-storage.ts'),
    import('../storage/bucket/reading/file-cache.ts'),
  ])
  const bucket = await openBucket(address, keys)
  stack.defer(() => bucket.close())
  stack.defer(() => rm(cacheFolder, { recursive: true, force: true }))
  // Temporary folders are often on a small disk of their own.
  const disk = watchDisk([dirname(cacheFolder)], diskReserve)
  return new BucketStorage(bucket, new FileCache(cacheFolder, cacheBytes, () => disk.spareBytes()))
}
