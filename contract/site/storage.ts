import { numberUpTo } from '../fields.ts'

/** The storage limit of each account, in GB of 1,024³ bytes, unless an admin sets another. */
export const STORAGE_DEFAULT_GB = 10

export const StorageLimitGb = numberUpTo(100_000, 'Please enter a whole number of GB from 1 to 100,000')
