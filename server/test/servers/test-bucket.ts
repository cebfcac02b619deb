import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bucket } from '../../storage/bucket/bucket.ts'
import type { BucketAddress, BucketKeys } from '../../storage/bucket/bucket-address.ts'
import { BucketStorage } from '../../storage/bucket/bucket-storage.ts'
import { FileCache } from '../../storage/bucket/reading/file-cache.ts'
import { type S3Stub, startS3Stub } from './s3-stub.ts'

const CACHE_BYTES = 50_000_000

export interface TestBucket {
  bucket: Bucket
  storage: BucketStorage
  /** Opens the bucket again, as another process would. */
  reopen(): Promise<BucketStorage>
  /** Settings of a site that keeps its files there. */
  settings: Record<'STORAGE_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>
  /** Lists stored keys that are not objects. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

/** Opens a storage in a bucket with its own folder for files. */
export async function openTestBucket(address: BucketAddress, keys: BucketKeys): Promise<TestBucket> {
  const opened = new AsyncDisposableStack()
  const open = async () => {
    const bucket = opened.adopt(await Bucket.open(address, keys), (made) => made.close())
    const folder = await mkdtemp(join(tmpdir(), 'reverie-cache-'))
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    return { bucket, storage: new BucketStorage(bucket, new FileCache(folder, CACHE_BYTES)) }
  }
  const { bucket, storage } = await open()
  return {
    bucket,
    storage,
    reopen: async () => (await open()).storage,
    settings: {
      STORAGE_URL: `s3://${address.bucket}?endpoint=${address.endpoint}&region=${address.region}`,
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    async leftovers() {
      const parts = await Array.fromAsync(bucket.list('parts/'))
      const uploads = await Array.fromAsync(bucket.unfinished())
      return [...parts, ...uploads].map(({ key }) => key)
    },
    close: () => opened.disposeAsync(),
  }
}

/** Opens a storage in the bucket of a new `S3Stub`, which accepts any key. */
export async function openStubBucket(): Promise<TestBucket & { stub: S3Stub }> {
  const stub = await startS3Stub()
  const opened = await openTestBucket(stub.address, { accessKeyId: 'name', secretAccessKey: 'secret' })
  return {
    ...opened,
    stub,
    async close() {
      await opened.close()
      await stub.stop()
    },
  }
}
