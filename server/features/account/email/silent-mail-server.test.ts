import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../../test/servers/listen.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { workOnEmails } from './send-email.jobs.ts'

let server: Server
const connections: Socket[] = []
let t: TestApp
beforeAll(async () => {
  // The server accepts every connection and never sends a byte.
  server = createServer((socket) => {
    socket.on('error', () => {})
    connections.push(socket)
  })
  // The attempt lasts longer than the test, also on a busy machine.
  const url = `smtp://127.0.0.1:${await listen(server)}?connectionTimeout=600000&greetingTimeout=600000`
  t = await startTestApp({ mail: { url, from: 'site@example.org' } })
  await workOnEmails(t.deps)
})
afterAll(async () => {
  for (const socket of connections) socket.destroy()
  server.close()
  await t.stop()
})

test('calls do not wait for a mail server that sends no greeting', async () => {
  const { user, caller } = await t.signUp()
  const states = async () => (await t.jobs('send-letter')).map(({ state }) => state)
  await expect.poll(states).toContain('active')
  await expect.poll(() => connections.length).toBeGreaterThan(0)
  const statuses = [
    await t.visitor.post('/api/register', { email: `again.${user.email}`, password: 'secret1' }),
    await t.visitor.post('/api/login', { email: user.email, password: 'secret1' }),
    await t.visitor.post('/api/password-resets', { email: user.email }),
    await caller.post('/api/account/email/verify'),
    await caller.put('/api/account/email', { email: `new.${user.email}` }),
    await caller.post('/api/account/recovery-codes'),
    await caller.put('/api/account/password', { current: 'secret1', new: 'a good secret' }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([201, 200, 202, 202, 204, 201, 204])
  // The attempt to send the first e-mail was still under way during these calls.
  expect(await states()).toContain('active')
  expect((await t.jobs('send-letter')).map(({ data }) => data.kind).toSorted()).toEqual([
    'account-event',
    'account-event',
    'change-email',
    'password-reset',
    'verify',
    'verify',
    'verify',
  ])
})
