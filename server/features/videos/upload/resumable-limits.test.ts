import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { UNUSED_UPLOADS_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'
import { askForUpload } from '../../../test/uploads.ts'

// Limits on resumable uploads: of requests, and of storage.

type Method = 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'

const limited = testApp({ rateLimits: true })

const addressFor = async (caller: Caller) => (await askForUpload(caller)).resumable

async function begun(): Promise<string> {
  const url = await addressFor((await limited.signUp()).caller)
  await begin(url, 5)
  return url
}

const begin = (url: string, lengthBytes: number) => send('POST', url, '198.51.100.1', { 'upload-length': lengthBytes })

function send(method: Method, url: string, remoteAddress: string, headers = {}, payload = '') {
  return limited.app.inject({ method, url, remoteAddress, headers: { 'tus-resumable': '1.0.0', ...headers }, payload })
}

const ask = async (...request: Parameters<typeof send>) => (await send(...request)).statusCode

/** Sets the counter of `key`. */
const use = (key: string, points: number) =>
  limited.db.updateTable('rateLimits').set({ points }).where('key', 'like', `%:${key}`).execute()

test.each([
  ['HEAD', 200],
  ['OPTIONS', 204],
] as const)('%s is limited for each upload and for each address', async (method, allowed) => {
  const [url, another] = [await begun(), await begun()]
  const [first, second] = method === 'HEAD' ? ['198.51.100.2', '198.51.100.3'] : ['198.51.100.4', '198.51.100.5']
  expect(await ask(method, url, first)).toBe(allowed)
  await use(url.split('/')[3]!, 60)
  expect(await ask(method, url, second)).toBe(429)
  expect(await ask(method, another, second)).toBe(allowed)
  await use(second, 600)
  expect(await ask(method, another, second)).toBe(429)
  expect(await ask(method, another, first)).toBe(allowed)
})

test('only small pieces are limited, for each upload and for each address', async () => {
  const [url, another] = [await begun(), await begun()]
  const sendPiece = (to: string, from: string, bytes: number) =>
    ask(
      'PATCH',
      to,
      from,
      { 'upload-offset': '3', 'content-type': 'application/offset+octet-stream' },
      'x'.repeat(bytes),
    )
  // Nothing has arrived yet, so each request that passes the limit is refused for its wrong offset.
  expect(await sendPiece(url, '198.51.100.7', 1)).toBe(409)
  await use(url.split('/')[3]!, 600)
  expect(await sendPiece(url, '198.51.100.8', 1)).toBe(429)
  expect(await sendPiece(url, '198.51.100.8', 256 * 1024)).toBe(409)
  expect(await sendPiece(another, '198.51.100.8', 1)).toBe(409)
  await use('198.51.100.8', 1_800)
  expect(await sendPiece(another, '198.51.100.8', 1)).toBe(429)
  expect(await sendPiece(another, '198.51.100.7', 1)).toBe(409)
})

test.each(['HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE'] as const)(
  'a forged signature is refused without a query: %s',
  async (method) => {
    const forged = (await begun()).replace(/signature=./, (start) =>
      start.endsWith('A') ? 'signature=B' : 'signature=A',
    )
    const queries = await limited.countQueries(async () => {
      expect(await ask(method, forged, '198.51.100.6')).toBe(403)
    })
    expect(queries).toBe(0)
  },
)

test('creating an upload reserves space for the whole file', async () => {
  const { user, caller } = await limited.signUp({ storageLimitGb: 200 })
  const used = { ownerId: user.id, state: 'stored', contentType: 'video/mp4' } as const
  await limited.insert('objects', { ...used, sizeBytes: UNUSED_UPLOADS_MAX_BYTES - 3_000 })
  const addresses = await Promise.all(Array.from({ length: 6 }, () => addressFor(caller)))
  const replies = await Promise.all(addresses.map((url) => begin(url, 1_000)))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
  const refused = replies.find(({ statusCode }) => statusCode !== 201)!
  expect(refused.json<ErrorReply>()).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    message: expect.stringContaining('more than 20 GB') as string,
  })
})

test('an upload counts towards the limit on unused uploads as long as it can be continued', async () => {
  const { user, caller } = await limited.signUp()
  for (let i = 0; i < 20; i++) await begin(await addressFor(caller), 1_000)
  const hoursAgo = sql<string>`created_at - interval '2 hours'`
  await limited.change('objects', { ownerId: user.id }, { createdAt: hoursAgo })
  expect((await caller.post('/api/objects/upload')).json()).toMatchObject({ code: 'QUOTA_EXCEEDED' })
})
