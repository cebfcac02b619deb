import { randomBytes } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { connectPatiently } from '../connect-patiently.ts'
import { Browser, clip, failuresOfRestarts } from './nodes.suite.ts'
import { listBackgroundProblems } from '../../jobs/background-problems.ts'
import { listProcesses } from '../../jobs/processes.ts'
import { LISTENER } from '../../signals/listen-to-channel.ts'
import { type Nodes, startNodes } from '../nodes/nodes.ts'
import { type SiteOfNodes, startSiteOfNodes } from '../nodes/shared-servers.ts'
import { startThrowawayPostgres } from '../servers/throwaway-postgres.ts'

const env = { DRAIN_SECONDS: '3', LOG_LEVEL: 'warn' }
let nodes: Nodes | SiteOfNodes
let db: Db
beforeAll(async () => {
  const servers = inject('servers')
  nodes = servers ? await startSiteOfNodes(servers, { env }) : await startOnOneFolder()
  db = connectPatiently(nodes.settings.DATABASE_URL ?? '', { poolSize: 1 })
})
afterAll(async () => {
  await db?.destroy()
  await nodes?.stop()
})

/**
 * Starts the site with one shared folder of files and a proxy that counts lost requests. It has its own PostgreSQL:
 * while a test suspends processes of it, no database of the whole server can be dropped.
 */
async function startOnOneFolder(): Promise<Nodes> {
  const postgres = await startThrowawayPostgres()
  const started = await startNodes(postgres.url, { env })
  return {
    ...started,
    async stop() {
      await started.stop()
      await postgres.stop()
    },
  }
}

test('every process of the site is listed as alive', async () => {
  const processes = (await listProcesses(db)).map(({ role, isAlive }) => `${role} ${isAlive}`)
  expect(new Set(processes)).toEqual(new Set(['web true', 'worker true']))
  expect(processes.filter((each) => each === 'web true')).toHaveLength(nodes.web.length)
})

test('every change that two users make is visible in each process', async () => {
  const site = nodes.url
  const [owner, fan] = [new Browser(), new Browser()]
  await owner.signUp(site)
  await fan.signUp(site)
  for (const videoUrl of [await owner.put(site, await clip()), await owner.resume(site, await clip())]) {
    const id = await owner.publish(site, videoUrl, 'By turns')
    const address = `/api/videos/${id}`
    for (const { url } of nodes.web) {
      expect(await owner.json('GET', url + address)).toMatchObject({ title: 'By turns' })
    }
    await expect.poll(() => owner.json<{ status: string }>('GET', site + address)).toMatchObject({ status: 'ready' })
    const { likesCount } = await fan.json<{ likesCount: number }>('POST', `${site}${address}/like`)
    expect(likesCount).toBe(1)
    await fan.json('POST', `${site}${address}/comments`, { text: 'Nice' })
    for (const { url } of nodes.web) {
      expect(await fan.json('GET', url + address)).toMatchObject({ isLiked: true, likesCount: 1, commentsCount: 1 })
      const played = await fan.send(url + videoUrl.replace(/^.*\/api\/uploads/, '/objects') + '.mp4')
      expect(played.status).toBe(200)
    }
    await owner.json('DELETE', site + address)
    for (const { url } of nodes.web) {
      expect((await owner.send(url + address)).status).toBe(404)
      await expect.poll(async () => (await fan.send(url + address)).status).toBe(404)
    }
  }
  const stolen = fan.copy()
  expect((await stolen.send(`${site}/api/notifications`)).status).toBe(200)
  await fan.json('POST', `${site}/api/logout`)
  for (const { url } of nodes.web) expect((await stolen.send(`${url}/api/notifications`)).status).toBe(401)
})

/**
 * Stops all signals until the end of the test. Suspends the database processes that deliver them, including new
 * processes.
 */
async function stopSignals(): Promise<void> {
  const stopped = new Set<number>()
  const stopThoseThatListen = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = ${LISTENER} and datname = current_database() and state = 'idle'`.execute(db)
    for (const { pid } of rows) {
      if (!stopped.has(pid) && sendSignal(pid, 'SIGSTOP')) stopped.add(pid)
    }
  }
  await stopThoseThatListen()
  expect(stopped.size).toBeGreaterThan(2)
  const isOver = new AbortController()
  const stopping = (async () => {
    while (!isOver.signal.aborted) {
      await stopThoseThatListen()
      await delay(20)
    }
  })()
  onTestFinished(async () => {
    isOver.abort()
    // A process that is suspended after the others continue would stay suspended.
    await stopping.finally(() => {
      for (const pid of stopped) sendSignal(pid, 'SIGCONT')
    })
  })
}

/** @returns Whether the process still exists. */
function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Returns the milliseconds until a change in one process is visible in another. */
async function seenAfter(change: () => Promise<unknown>, isSeen: () => Promise<boolean>): Promise<number> {
  await change()
  const begunAt = performance.now()
  await expect.poll(isSeen).toBe(true)
  return performance.now() - begunAt
}

test.each(['received', 'lost'] as const)(
  'while signals are %s, a change is visible everywhere, at once to its author',
  async (signals) => {
    // Without signals, each change waits for the end of a cache's second.
    const rounds = signals === 'lost' ? 6 : 20
    const [a, b] = nodes.web as [Nodes['web'][0], Nodes['web'][0]]
    const [owner, other] = [new Browser(), new Browser()]
    await owner.signUp(nodes.url)
    await other.signUp(nodes.url)
    const id = await owner.publish(nodes.url, await owner.put(nodes.url, await clip()))
    const address = `/api/videos/${id}`
    const titleFor = async (browser: Browser) => (await browser.json<{ title: string }>('GET', b.url + address)).title
    await expect.poll(() => titleFor(other)).toBe('A clip')
    if (signals === 'lost') await stopSignals()
    const times: number[] = []
    for (let n = 0; n < rounds; n++) {
      const title = `Title ${n}`
      const own = owner.copy()
      const change = () => own.json('PATCH', a.url + address, { title })
      times.push(await seenAfter(change, async () => (await titleFor(other)) === title))
      const again = `Title ${n} again`
      await own.json('PATCH', a.url + address, { title: again })
      expect(await titleFor(own)).toBe(again)
    }
    const [median = 0, slowest = 0] = [rounds / 2, rounds - 1].map((rank) => times.toSorted((x, y) => x - y)[rank])
    console.log(`Signals are ${signals}: seen after ${median.toFixed()} ms, at most ${slowest.toFixed()} ms`)
  },
)

/** Sends only the first bytes of a piece to one process. */
function beginPatch(origin: string, path: string, bytes: Buffer, sentBytes: number) {
  const { hostname, port } = new URL(origin)
  const patch = request({
    agent: new Agent(),
    hostname,
    port,
    path,
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
  })
  const ended = new Promise<string>((resolve) => {
    patch.on('error', ({ message }) => resolve(message))
    patch.on('response', (reply: IncomingMessage) => resolve(String(reply.statusCode)))
  })
  patch.write(bytes.subarray(0, sentBytes))
  onTestFinished(() => void patch.destroy())
  return ended
}

test.each(['runs', 'is suspended', 'receives no signals'])(
  'an upload continues in another process while the one that received it %s',
  async (how) => {
    const [a, b] = nodes.web as [Nodes['web'][0], Nodes['web'][0]]
    const owner = new Browser()
    await owner.signUp(nodes.url)
    const bytes = randomBytes(3_000_000)
    const { resumableURL } = await owner.json<{ resumableURL: string }>('POST', `${nodes.url}/api/objects/upload`)
    const { pathname, search } = new URL(resumableURL)
    const path = pathname + search
    const tus = { 'tus-resumable': '1.0.0' }
    const lengths = { ...tus, 'upload-length': String(bytes.length) }
    expect((await fetch(a.url + path, { method: 'POST', headers: lengths })).status).toBe(201)
    const ended = beginPatch(a.url, path, bytes, 1_000_000)
    const id = pathname.split('/').at(-2)!
    const receiver = () => db.selectFrom('objects').select('receiver').where('id', '=', id).executeTakeFirst()
    await expect.poll(async () => (await receiver())?.receiver).toEqual(expect.any(String))

    if (how === 'is suspended') process.kill(a.pid, 'SIGSTOP')
    onTestFinished(() => void process.kill(a.pid, 'SIGCONT'))
    if (how === 'receives no signals') await stopSignals()
    const begunAt = performance.now()
    const head = await fetch(b.url + path, { method: 'HEAD', headers: tus })
    console.log(
      `The receiving process ${how}: the upload continues after ${Math.round(performance.now() - begunAt)} ms`,
    )
    expect(head.status).toBe(200)
    const offset = Number(head.headers.get('upload-offset'))
    expect(offset).toBeLessThanOrEqual(1_000_000)
    const rest = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    const body = new Uint8Array(bytes.subarray(offset))
    expect((await fetch(b.url + path, { method: 'PATCH', headers: rest, body })).status).toBe(204)
    process.kill(a.pid, 'SIGCONT')
    expect(await ended).toMatch(/socket hang up|ECONNRESET|^4/)
    const done = await fetch(b.url + path, { method: 'HEAD', headers: tus })
    expect(done.headers.get('upload-offset')).toBe(String(bytes.length))
  },
)

test('restarting one process after another loses no request', async () => {
  const lost = () => ('failures' in nodes.proxy ? nodes.proxy.failures : [])
  expect({ failed: await failuresOfRestarts(nodes), lost: lost() }).toEqual({ failed: [], lost: [] })
})

test('remaining processes report killed workers within a minute, with one alert', async () => {
  for (const worker of nodes.workers) await worker.end('SIGKILL')
  const withinAMinute = { timeout: 60_000, interval: 500 }
  const alerts = () => nodes.web.flatMap((each) => each.output().match(/Background work: No background process/g) ?? [])
  await expect.poll(alerts, withinAMinute).toHaveLength(1)
  for (const { url } of nodes.web) {
    const read = async () => (await fetch(`${url}/readyz`)).json()
    await expect.poll(read, withinAMinute).toMatchObject({ status: 'degraded', problems: [{ cause: 'worker' }] })
  }
  const workers = (await listProcesses(db)).filter(({ role }) => role === 'worker')
  expect(workers.map(({ isAlive }) => isAlive)).toEqual([false, false])
  // The doctor reports these problems.
  expect(await listBackgroundProblems(db)).toMatchObject([{ cause: 'worker' }])
  expect(alerts()).toHaveLength(1)
})
