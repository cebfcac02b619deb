import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnUser } from '../../contract/account/users.ts'
import type { Video } from '../../contract/videos/videos.ts'
import { buildApp } from '../app.ts'
import { stopClock } from '../test/stop-clock.ts'
import { insertVideos, testApp } from '../test/test-app.ts'
import { type Signals, startSignals } from './signals.ts'

/** Two processes of one site, and a third that receives none of their signals, as if they were lost. */
const a = testApp({ isOneOfMany: true })
const b = testApp({ isOneOfMany: true, beside: a })
const elsewhere = testApp()
let deaf: FastifyInstance
let signals: Signals
beforeAll(async () => {
  signals = await startSignals(elsewhere.databaseUrl, elsewhere.db)
  deaf = await buildApp({ ...b.deps, signals })
})
afterAll(async () => {
  await deaf.close()
  // Otherwise their listener would try to reconnect while later tests of this process run.
  await signals.stop()
})

/** A browser: it keeps its cookies, and each request may be answered by another process. */
class Browser {
  readonly cookies: Record<string, string> = {}
  id = ''

  async send(app: FastifyInstance, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) {
    const reply = await app.inject({ method, url, cookies: this.cookies, ...(payload && { payload }) })
    for (const { name, value } of reply.cookies) this.cookies[name] = value
    return reply
  }

  async signUp(): Promise<void> {
    const name = `user${randomUUID().replaceAll('-', '')}`
    const registered = await this.send(a.app, 'POST', '/api/register', {
      email: `${name}@example.org`,
      password: 'secret1',
    })
    this.id = registered.json<OwnUser>().id
    await this.send(a.app, 'PUT', `/api/users/${this.id}`, { username: name, displayName: 'Somebody' })
  }
}

async function withVideo(): Promise<{ browser: Browser; id: string }> {
  const browser = new Browser()
  await browser.signUp()
  const [id = ''] = await insertVideos(a, browser.id, 1)
  return { browser, id }
}

test.each(['b', 'deaf'] as const)(
  'a user’s own changes are visible on another process, even without signals (%s)',
  async (name) => {
    const app = name === 'b' ? b.app : deaf
    const { browser, id } = await withVideo()
    for (let n = 1; n <= 5; n++) {
      // The page is still cached when the user requests it again.
      await browser.send(app, 'GET', `/api/videos/${id}`)
      await browser.send(app, 'GET', `/api/videos?userId=${browser.id}`)
      const title = `Title ${n}`
      expect((await browser.send(a.app, 'PATCH', `/api/videos/${id}`, { title })).statusCode).toBe(200)
      expect((await browser.send(app, 'GET', `/api/videos/${id}`)).json<Video>().title).toBe(title)
      await browser.send(a.app, 'POST', `/api/videos/${id}/comments`, { text: `Comment ${n}` })
      const comments = await browser.send(app, 'GET', `/api/videos/${id}/comments`)
      expect(comments.json<{ comments: unknown[] }>().comments).toHaveLength(n)
    }
  },
)

test('concurrent changes at two processes are both shown by a third', async () => {
  const { browser, id } = await withVideo()
  const other = (await insertVideos(a, browser.id, 1))[0]!
  for (const each of [id, other]) await browser.send(deaf, 'GET', `/api/videos/${each}`)
  await Promise.all([
    browser.send(a.app, 'PATCH', `/api/videos/${id}`, { title: 'By one' }),
    browser.send(b.app, 'PATCH', `/api/videos/${other}`, { title: 'By another' }),
  ])
  const titles = [id, other].map(async (each) => (await browser.send(deaf, 'GET', `/api/videos/${each}`)).json<Video>())
  expect((await Promise.all(titles)).map(({ title }) => title)).toEqual(['By one', 'By another'])
})

test('a forged cookie is ignored and drops no cached page, and a genuine one drops it once', async () => {
  const { browser, id } = await withVideo()
  await browser.send(a.app, 'PATCH', `/api/videos/${id}`, { title: 'Mine' })
  const [name, value] = Object.entries(browser.cookies).find(([each]) => each.startsWith('own-'))!
  const [count, signature] = value.split('.')
  const queriesWith = (cookie: string) =>
    b.countQueries(() => deaf.inject({ url: `/api/videos/${id}`, headers: { cookie } }))
  // A cached page is served for a second.
  const clock = stopClock()
  await queriesWith('')
  for (const forged of [
    `${name}=${Number(count) + 1}.${signature}`,
    `own-${'x'.repeat(12)}=${value}`,
    `${name}=`,
    'own-x=1.x',
    `${name}=1.${'x'.repeat(21)}é`,
  ]) {
    expect(await queriesWith(forged)).toBe(0)
  }
  clock.resume()
  expect(await queriesWith(`${name}=${value}`)).toBeGreaterThan(0)
  // Once the page was read again, the same cookie drops nothing more.
  stopClock()
  await queriesWith('')
  expect(await queriesWith(`${name}=${value}`)).toBe(0)
})

test('only a user’s successful change sets the read-your-writes cookie', async () => {
  const { browser, id } = await withVideo()
  const cookiesOf = (reply: { cookies: { name: string }[] }) => reply.cookies.map(({ name }) => name)
  expect(cookiesOf(await browser.send(a.app, 'GET', `/api/videos/${id}`))).toEqual([])
  expect(cookiesOf(await a.app.inject({ method: 'POST', url: `/api/videos/${id}/view` }))).toEqual([])
  expect(cookiesOf(await browser.send(a.app, 'POST', `/api/videos/${randomUUID()}/like`))).toEqual([])
  expect(cookiesOf(await browser.send(a.app, 'POST', `/api/videos/${id}/like`))).toEqual([
    expect.stringMatching(/^own-/),
  ])
  // A site with a single process needs no such cookie.
  const { caller } = await elsewhere.signUp()
  expect(cookiesOf(await caller.post('/api/objects/upload'))).toEqual([])
})
