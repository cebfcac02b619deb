import { StartupError } from '../../errors/startup-error.ts'
import { Bucket } from './bucket.ts'
import type { BucketAddress, BucketKeys } from './bucket-address.ts'
import { statusOf } from './bucket-errors.ts'

/** @throws {StartupError} If the bucket cannot be used, with a sentence for the operator. */
export async function openBucket(address: BucketAddress, keys: BucketKeys | undefined): Promise<Bucket> {
  const bucket = await Bucket.open(address, keys)
  try {
    await bucket.require()
    return bucket
  } catch (error) {
    bucket.close()
    throw new StartupError(describe(address, error))
  }
}

function describe({ bucket, endpoint = 'AWS' }: BucketAddress, error: unknown): string {
  const status = statusOf(error)
  if (status === 404) return `STORAGE_URL: there is no bucket '${bucket}' at ${endpoint}. Please make it first.`
  if (status === 403 || status === 401) {
    return `STORAGE_URL: ${endpoint} refuses the bucket '${bucket}' with this key. Please check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what that key may do.`
  }
  if (status === 301) return `STORAGE_URL: the bucket '${bucket}' is in another region. Please name it: region=…`
  // The reply to HEAD has no body with a reason.
  const reason = status === undefined ? (error as Error).message : `the server answered ${status}`
  return `STORAGE_URL: the bucket '${bucket}' at ${endpoint} cannot be used (${reason}). Please check endpoint and region.`
}
