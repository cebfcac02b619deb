import { text } from 'node:stream/consumers'
import type { LightMyRequestResponse } from 'fastify'
import { callerOf, type Caller, type TestApp } from '../test-app.ts'

/** Signs a person in on another device. */
export async function signInOn(
  site: Pick<TestApp, 'app'>,
  email: string,
  { password = 'secret1', userAgent = '' } = {},
): Promise<Caller> {
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password },
    headers: { 'user-agent': userAgent },
  })
  if (reply.statusCode !== 200) throw new Error(`Signing in failed: ${reply.body}`)
  return callerWith(site, reply)
}

/** Returns the caller with the cookies of a reply that started a session. */
export function callerWith({ app }: Pick<TestApp, 'app'>, { cookies }: LightMyRequestResponse): Caller {
  return callerOf(app, Object.fromEntries(cookies.map(({ name, value }) => [name, value])))
}

export const isSignedIn = async (caller: Caller) => (await caller.get('/api/user')).statusCode === 200

/** Opens the caller's event stream. `ended` resolves once the server has ended it. */
export async function openStream(caller: Caller): Promise<{ ended: Promise<unknown> }> {
  const reply = await caller.inject({ method: 'GET', url: '/api/notifications/stream', payloadAsStream: true })
  if (reply.statusCode !== 200) throw new Error(`There is no stream: ${reply.statusCode}`)
  return { ended: text(reply.stream()) }
}
