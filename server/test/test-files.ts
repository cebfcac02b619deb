import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskStorage } from '../storage/disk/disk-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { startSwift, type Swift } from './swift/swift.ts'
import { openStubBucket, openTestBucket } from './servers/test-bucket.ts'

/** Starting Swift takes seconds: one instance serves all sites of a process. */
let swift: Promise<Swift> | undefined

export type TestFilesKind = 'disk' | 'bucket' | 'swift'

export interface TestFiles {
  storage: Storage
  /** Opens the same storage as another process would, or this one after a crash. */
  reopen(): Promise<Storage>
  /** Lists everything stored besides objects: parts, bytes of incomplete parts, started uploads. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

/** Opens an empty storage of a kind. @param folder Folder for files on the disk. */
export async function openTestFiles(
  kind: TestFilesKind,
  folder: string,
  { isShared = false } = {},
): Promise<TestFiles> {
  if (kind === 'disk') {
    const reopen = () => DiskStorage.open(folder, { isShared })
    const leftovers = async () =>
      (await Promise.all(['incoming', 'resumable'].map((name) => readdir(join(folder, name))))).flat()
    return { storage: await reopen(), reopen, leftovers, close: async () => {} }
  }
  if (kind === 'swift') {
    const { makeBucket, keys } = await (swift ??= startSwift())
    return openTestBucket(await makeBucket(randomUUID()), keys)
  }
  return openStubBucket()
}
