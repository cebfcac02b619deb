import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import { OwnUser } from './users.ts'
import { InvitationToken } from './invitations.ts'

export const PASSWORD_MIN_LENGTH = 6

// Without a limit, argon2 would hash megabytes. Real passwords are shorter than this limit.
const PASSWORD_MAX_LENGTH = 1_000

const NO_EMAIL = 'Please enter a valid email address'

const Email = z.pipe(
  z.pipe(
    z.pipe(z.string(NO_EMAIL), text(254, NO_EMAIL)),
    z.transform((typed: string) => typed.trim().toLowerCase()),
  ),
  z.email(NO_EMAIL),
)

/** Returns the schema of a password. @param sentence The message if it is missing or shorter than `minLength`. */
export function password(minLength: number, sentence: string) {
  return z.pipe(z.string(sentence), text(PASSWORD_MAX_LENGTH).check(z.minLength(minLength, sentence)))
}

export const newPassword = password(PASSWORD_MIN_LENGTH, 'Password must be at least 6 characters')

export const LoginBody = z.strictObject({
  email: Email,
  password: password(1, 'Password is required'),
})
export type LoginBody = z.output<typeof LoginBody>

export const RegisterBody = z.strictObject({
  email: Email,
  password: newPassword,
  /** The secret of an invitation link. */
  invitation: z.optional(InvitationToken),
})
export type RegisterBody = z.output<typeof RegisterBody>

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'anyone',
  summary:
    'Create an account and sign in. Its status is `waiting` if admins approve registrations. With an invitation it is active, and registration need not be open.',
  body: RegisterBody,
  response: OwnUser,
  status: 201,
  errors: ['EMAIL_TAKEN', 'REGISTRATION_CLOSED', 'ACCESS_DENIED', 'NOT_FOUND'],
})

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'anyone',
  summary: 'Sign in. The session id changes.',
  body: LoginBody,
  response: OwnUser,
  errors: ['INVALID_CREDENTIALS'],
})

export const ConfirmPasswordBody = z.strictObject({ password: password(1, 'Password is required') })

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  access: 'account',
  summary:
    'Confirm who you are, for ten minutes, before calls that require it. Accounts with a passkey confirm with that instead.',
  body: ConfirmPasswordBody,
  response: null,
  errors: ['INVALID_CREDENTIALS', 'PASSKEY_REQUIRED'],
  whileLeaving: true,
})
