// Test fixture: accounts whose password is lost, and links that set a new one.
import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, Person } from '../../../test/test-app.ts'
import { makeResetLink } from './reset-link.ts'

export const newPassword = 'violet teapots'

/** Returns the token of a reset link from the console. With `ofConsole: false`, an admin of the site makes the link. */
export async function tokenFor(
  t: TestApp,
  { user }: Pick<Person, 'user'>,
  { ofConsole = true }: { ofConsole?: boolean } = {},
): Promise<string> {
  const admin = ofConsole ? undefined : await t.signUp({ role: 'admin' })
  const link = await makeResetLink(t.deps, admin?.user.id ?? null, user.id)
  return new URL(link).hash.slice(1)
}

export function linkFor(admin: Person, { user }: Person): Promise<LightMyRequestResponse> {
  return admin.caller.post(`/api/people/${user.id}/reset-link`)
}

export function reset(
  t: TestApp,
  token: string,
  password = newPassword,
  others: { code?: string; wasTakenOver?: boolean } = {},
): Promise<LightMyRequestResponse> {
  return t.visitor.put('/api/password-resets', { token, password, ...others })
}

/** Returns the parts of a reply by which a caller could distinguish two replies, except the time of day. */
export function visible({ statusCode, headers: { date: _date, ...headers }, body }: LightMyRequestResponse) {
  return { statusCode, headers, body }
}

export function signInWith(t: TestApp, { user }: Person, password: string): Promise<LightMyRequestResponse> {
  return t.visitor.post('/api/login', { email: user.email, password })
}
