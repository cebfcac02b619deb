import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../test/test-app.ts'

const t = testApp({ rateLimits: true })

/** Every public search, and a table that it reads. */
const searches = [
  { name: 'clips', path: '/api/search?q=', table: 'video_search' },
  { name: 'creators', path: '/api/creators?q=', table: 'creator_names' },
  { name: 'suggestions', path: '/api/search/suggestions?q=', table: 'creator_names' },
]

/** Runs `task` while every search that reads `table` waits for it. */
const whileLocked = (table: string, task: () => Promise<void>) =>
  t.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    await task()
  })

const get = (url: string, remoteAddress: string) => t.visitor.inject({ method: 'GET', url, remoteAddress })

test.each(searches)('a flood of searches for $name does not block requests for the wall', async ({ path, table }) => {
  let flood: Promise<unknown>[] = []
  await whileLocked(table, async () => {
    const replies = Array.from({ length: 40 }, (_, i) => get(`${path}flood${i}`, '192.0.2.1'))
    flood = replies
    expect((await t.visitor.get('/api/videos')).statusCode).toBe(200)
    const sentence = 'Too many people are searching right now. Please try again in a moment.'
    const refused = await Promise.race(
      replies.map(async (reply) =>
        (await reply).body.includes(sentence) ? await reply : new Promise<never>(() => {}),
      ),
    )
    expect(refused.json()).toMatchObject({ code: 'UNAVAILABLE', error: sentence })
    expect(refused.headers['retry-after']).toBe('1')
  })
  await Promise.all(flood)
})

test('a slow search for clips returns the clips found so far', async () => {
  await whileLocked('video_search', async () => {
    const reply = await get('/api/search?q=lemur', '192.0.2.2')
    expect(reply.json()).toMatchObject({ videos: [], count: 0, isCut: true })
  })
})

test('a search returns only clips if the search for people is too slow', async () => {
  await whileLocked('creator_names', async () => {
    const reply = await get('/api/search?q=lemming', '192.0.2.2')
    expect(reply.json()).toMatchObject({ videos: [], creators: [], isCut: false })
  })
})

test.each(searches.slice(1))('a search for $name that takes too long is refused', async ({ path, table }) => {
  await whileLocked(table, async () => {
    const reply = await get(`${path}lemur`, '192.0.2.2')
    expect(reply.json()).toMatchObject({
      code: 'UNAVAILABLE',
      error: 'This search took too long. Please use a longer search.',
    })
  })
})

async function statusesOf(urls: string[], address: string): Promise<number[]> {
  const statuses: number[] = []
  for (const url of urls) statuses.push((await get(url, address)).statusCode)
  return statuses
}

const times = (n: number, url: string) => Array<string>(n).fill(url)

test('an address may make 120 searches a minute for clips and creators in total', async () => {
  // Stops the clock. On a busy machine, the minute would end before the last search.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const searched = [...times(60, '/api/search?q=otter'), ...times(60, '/api/creators?q=otter')]
  expect(await statusesOf(searched, '192.0.2.3')).toEqual(Array(120).fill(200))
  const refused = ['/api/search?q=otter', '/api/creators?q=otter']
  expect(await statusesOf(refused, '192.0.2.3')).toEqual([429, 429])
  expect(await statusesOf(times(3, '/api/creators'), '192.0.2.3')).toEqual([200, 200, 200])
  expect(await statusesOf(refused, '192.0.2.4')).toEqual([200, 200])
})
