import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { ErrorReply } from '../../contract/errors.ts'
import { publish, testApp, testPerson } from '../test/test-app.ts'

const t = testApp()
const person = testPerson(t)
let videoId: string

beforeAll(async () => {
  videoId = (await publish(person.caller)).id
})

const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: unknown): InjectOptions => ({
  method,
  url,
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  headers: { 'content-type': 'application/json' },
})

const register = (fields: object) =>
  send('POST', '/api/register', { email: 'a@example.org', password: 'secret1', ...fields })
const login = (body: unknown) => send('POST', '/api/login', body)
const edit = (body: unknown) => send('PATCH', `/api/videos/${videoId}`, body)
const profile = (body: unknown) => send('PUT', `/api/users/${person.user.id}`, body)
const comment = (body: unknown) => send('POST', `/api/videos/${videoId}/comments`, body)
const read = (url: string): InjectOptions => ({ method: 'GET', url })

const newClip = { title: 'Tide', toolUsed: 'other', videoUrl: '/x' }

const NUL = '\u0000'
const LONE_SURROGATE = '\ud800'
const manyFields = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${'x'.repeat(400)}`, i]))
const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each<[string, () => InjectOptions]>([
  ['JSON that ends too early', () => login('{"email":')],
  ['JSON of another kind: a list', () => login([])],
  ['JSON of another kind: a text', () => login('"text"')],
  ['JSON of another kind: null', () => login('null')],
  ['no body', () => ({ method: 'POST', url: '/api/login' })],
  ['a number for a text', () => login({ email: 1, password: 'secret1' })],
  ['a list for a text', () => login({ email: ['a@example.org'], password: 'secret1' })],
  ['an object for a text', () => login({ email: { $ne: null }, password: { $ne: null } })],
  ['null for a text', () => register({ password: null })],
  ['NUL in an address', () => register({ email: `a${NUL}@example.org` })],
  ['NUL in a password', () => register({ password: `secret1${NUL}` })],
  ['NUL in a password to log in with', () => login({ email: 'a@example.org', password: `secret1${NUL}` })],
  ['half a character in a password', () => register({ password: `secret1${LONE_SURROGATE}` })],
  ['NUL in a title', () => edit({ title: NUL })],
  ['half a character in a title', () => edit({ title: LONE_SURROGATE })],
  ['NUL in a comment', () => comment({ text: `a${NUL}` })],
  ['half a character in a biography', () => profile({ bio: LONE_SURROGATE })],
  ['an overlong address', () => register({ email: `${'a'.repeat(300)}@example.org` })],
  ['an overlong password', () => register({ password: 'x'.repeat(2_000) })],
  ['deep nesting', () => login(deep(20_000))],
  ['deep lists', () => login(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
  ['__proto__', () => login('{"email":"a@example.org","password":"secret1","__proto__":{"isAdmin":true}}')],
  ['constructor', () => login('{"email":"a@example.org","password":"x","constructor":{"prototype":{"a":1}}}')],
  ['an unknown field', () => register({ isAdmin: true })],
  ['many long unknown fields', () => edit(manyFields)],
  ['a field of the table', () => profile({ passwordHash: 'x' })],
  ['the id of another person', () => edit({ userId: '00000000-0000-4000-8000-000000000000' })],
  ['a count in a new clip', () => send('POST', '/api/videos', { ...newClip, likesCount: 5 })],
  ['the author of a comment', () => comment({ text: 'Nice', userId: person.user.id })],
  ['a query key twice', () => read('/api/videos?limit=1&limit=2')],
  ['a query key as a list', () => read('/api/creators?q[]=a')],
  ['a limit that is not a number', () => read('/api/videos?limit=1e3')],
  ['a malformed cursor', () => read('/api/videos?cursor=%00')],
  ['an overlong cursor', () => read(`/api/videos?cursor=${'x'.repeat(300)}`)],
  ['a bad id', () => read('/api/videos/1')],
  ['an id with trailing characters', () => read(`/api/videos/${videoId}'--`)],
  ['NUL in a path', () => read('/api/users/username/%00')],
  ['half a character in a path', () => read('/api/users/username/%ed%a0%80')],
  ['a path that cannot be decoded', () => read('/api/users/username/%ff')],
])('%s gets 400 with a message, and no internal details', async (_name, request) => {
  const reply = await person.caller.inject(request())
  expect([reply.statusCode, reply.body]).toEqual([400, expect.any(String)])
  const { error, message, code, issues, ...more } = reply.json<ErrorReply>()
  expect(message).toMatch(/^.{10,200}$/)
  expect(error).toBe(message)
  expect(['VALIDATION_FAILED', 'BAD_REQUEST']).toContain(code)
  // Malformed JSON has no fields to report.
  expect(issues?.[0]?.message).toBe(code === 'VALIDATION_FAILED' ? message : undefined)
  expect(more).toEqual({})
  expect(reply.body).not.toMatch(/ at .*:\d+|node_modules|FST_|select |ZodError/)
})

test('malformed requests do not pollute prototypes, and the account still works afterwards', async () => {
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  expect((await person.caller.get('/api/user')).statusCode).toBe(200)
})
