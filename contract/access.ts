import type { ErrorCode } from './errors.ts'

const active = ['LOGIN_REQUIRED', 'ACCOUNT_RESTRICTED', 'ACCOUNT_WAITING', 'ACCOUNT_LEAVING'] as const
const staff = [...active, 'ACCESS_DENIED'] as const
const confirmedStaff = [...staff, 'CONFIRM_REQUIRED', 'PASSKEY_REQUIRED'] as const

/**
 * The groups of callers that an endpoint may be open to, each with the errors that other callers get. Confirmed callers
 * have entered their password or used a passkey within the last ten minutes. If the site requires passkeys from staff,
 * the password is not enough for `confirmed-staff` and `confirmed-admin`.
 */
export const accessErrors = {
  anyone: [],
  /** Signed-in persons with any account status. */
  account: ['LOGIN_REQUIRED'],
  confirmed: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED'],
  /** Signed-in persons whose account status allows them to create and change things. */
  active,
  /** Active moderators and admins. */
  staff,
  'confirmed-staff': confirmedStaff,
  /** Active admins. */
  admin: staff,
  'confirmed-admin': confirmedStaff,
} as const satisfies Record<string, readonly ErrorCode[]>

/** The callers that may use an endpoint. */
export type Access = keyof typeof accessErrors
