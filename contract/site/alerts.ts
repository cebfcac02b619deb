import * as z from 'zod/mini'
import { numberUpTo } from '../fields.ts'

/** Reasons for which staff are alerted. */
export const alertKinds = [
  'severe-report',
  'takedown-notice',
  'appeal',
  'registration',
  'disk',
  'jobs',
  'worker',
  'backup',
] as const

export const AlertKind = z.enum(alertKinds, 'Please choose when to alert staff')
export type AlertKind = z.output<typeof AlertKind>

export const AlertKinds = z.array(AlertKind).check(z.maxLength(alertKinds.length))

const WEBHOOK_MAX_LENGTH = 2_000

/** The address that receives each alert. `''` and `null` both mean none. */
export const AlertWebhook = z.nullable(
  z.pipe(
    z.string().check(
      z.trim(),
      z.maxLength(WEBHOOK_MAX_LENGTH, `Please use at most ${WEBHOOK_MAX_LENGTH} characters for the address`),
      z.refine(
        (address) => address === '' || (/^https?:\/\/[^/]/.test(address) && URL.canParse(address)),
        'Please enter an address that starts with https://',
      ),
    ),
    z.transform((address: string) => address || null),
  ),
)

export const BackupDays = numberUpTo(365, 'Please enter a number of days from 1 to 365')
