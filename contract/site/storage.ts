import * as z from 'zod/mini'

/** The storage limit of each account, in GB of 1,024³ bytes, unless an admin sets another. */
export const STORAGE_DEFAULT_GB = 10

const STORAGE_MAX_GB = 100_000
const STORAGE_MESSAGE = `Please enter a whole number of GB from 1 to ${STORAGE_MAX_GB.toLocaleString('en')}`

/** A storage limit in GB. */
export const StorageLimitGb = z
  .int(STORAGE_MESSAGE)
  .check(z.minimum(1, STORAGE_MESSAGE), z.maximum(STORAGE_MAX_GB, STORAGE_MESSAGE))
