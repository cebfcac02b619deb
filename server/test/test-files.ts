import { randomUUID } from 'node:crypto'
import { DiskStorage } from '../storage/disk/disk-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { startSwift, type Swift } from './swift/swift.ts'
import { openStubBucket, openTestBucket } from './servers/test-bucket.ts'

/** Starting Swift takes seconds: one instance serves all sites of a process. */
let swift: Promise<Swift> | undefined

/** Opens an empty storage of a kind. @param folder Folder for files on the disk. */
export async function openTestFiles(
  kind: 'disk' | 'bucket' | 'swift',
  folder: string,
  { isShared = false } = {},
): Promise<{ storage: Storage; close(): Promise<void> }> {
  if (kind === 'disk') return { storage: await DiskStorage.open(folder, { isShared }), close: async () => {} }
  if (kind === 'swift') {
    const { makeBucket, keys } = await (swift ??= startSwift())
    return openTestBucket(await makeBucket(randomUUID()), keys)
  }
  return openStubBucket()
}
