import { expect, onTestFinished, test, vi } from 'vitest'
import { type Caller, testApp, testPerson } from '../../../test/test-app.ts'

const t = testApp({ rateLimits: true })
const admin = testPerson(t, { role: 'admin' })

async function signUpWaiting(): Promise<{ id: string; caller: Caller }> {
  const { user, caller } = await t.signUp({ waitingSince: '2026-01-01T00:00:00Z' })
  return { id: user.id, caller }
}

const ask = (caller: Caller, reason: string) => caller.put('/api/account/join-request', { reason })
const standing = async (caller: Caller) => (await caller.get('/api/user')).json<{ standing: string }>().standing

test('a rejected registrant can request approval again and be approved', async () => {
  const { id, caller } = await signUpWaiting()
  const { caller: other } = await signUpWaiting()
  await ask(other, 'I draw.')
  expect((await caller.get('/api/account/join-request')).json()).toEqual({ reason: null, askedAt: null, answer: null })
  const limited = vi.spyOn(t.deps.limits, 'take')
  onTestFinished(() => limited.mockRestore())
  expect((await ask(caller, ' I film tides. ')).json()).toMatchObject({ reason: 'I film tides.', answer: null })
  expect(limited).toHaveBeenCalledWith('account-approval-requests', id)

  const rejection = { answer: 'Please say which tools you use.' }
  expect((await admin.caller.post(`/api/people/${id}/refusal`, rejection)).statusCode).toBe(204)
  expect((await caller.get('/api/account/join-request')).json()).toMatchObject({
    reason: 'I film tides.',
    ...rejection,
  })
  expect(await standing(caller)).toBe('waiting')

  expect((await ask(caller, 'With ink and a camera.')).json()).toMatchObject({ answer: null })
  expect((await admin.caller.post(`/api/people/${id}/let-in`)).statusCode).toBe(204)
  expect(await standing(caller)).toBe('active')
  expect(await standing(other)).toBe('waiting')
  expect((await other.get('/api/account/join-request')).json()).toMatchObject({ reason: 'I draw.' })
  expect((await caller.post('/api/objects/upload')).statusCode).toBe(200)
  expect((await ask(caller, 'Once more')).json()).toMatchObject({ code: 'CONFLICT' })
  const log = (await t.rows('staffLog', {}, 'id')).filter(({ subject }) => subject['personId'] === id)
  expect(log.map(({ act, actorId, subject }) => ({ act, actorId, subject }))).toEqual(
    ['refuse-entry', 'let-in'].map((act) => ({ act, actorId: admin.user.id, subject: { personId: id } })),
  )
})

test('a concurrent rejection or request does not undo an approval', async () => {
  for (let round = 0; round < 20; round++) {
    const { id, caller } = await signUpWaiting()
    const [approved] = await Promise.all([
      admin.caller.post(`/api/people/${id}/let-in`),
      admin.caller.post(`/api/people/${id}/refusal`, { answer: 'No' }),
      ask(caller, 'Please'),
    ])
    expect(approved.statusCode).toBe(204)
    expect(await standing(caller)).toBe('active')
    expect(await t.rows('joinRequests', { userId: id })).toEqual([])
    expect((await admin.caller.post(`/api/people/${id}/let-in`)).statusCode).toBe(409)
  }
})

test('a registrant without a request can be rejected, and may make five requests a day', async () => {
  const { id, caller } = await signUpWaiting()
  await admin.caller.post(`/api/people/${id}/refusal`, { answer: 'Please say something.' })
  expect((await caller.get('/api/account/join-request')).json()).toMatchObject({
    reason: null,
    answer: 'Please say something.',
  })
  for (let i = 0; i < 5; i++) expect((await ask(caller, `Please ${i}`)).statusCode).toBe(200)
  expect((await ask(caller, 'Please')).statusCode).toBe(429)
})

test.each([
  ['', 'Please tell us in a sentence why you want to join'],
  ['\u200B', 'Please tell us in a sentence why you want to join'],
  ['x'.repeat(1_001), 'Please use at most 1,000 characters'],
])('a reason of %j is refused with a message', async (reason, message) => {
  const { caller } = await signUpWaiting()
  expect((await ask(caller, reason)).json()).toMatchObject({ code: 'VALIDATION_FAILED', message })
})
