import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import { sampleClip } from '../media/sample-clips.ts'
import type { Node } from '../nodes/nodes.ts'

interface Sent {
  method?: string
  headers?: Record<string, string> | Headers
  body?: string | Uint8Array
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

/** Sends a request. `fetch` would give up after waiting ten seconds for a connection on a busy machine. */
async function exchange(url: string, { method, headers, body }: Sent & { headers: Headers }): Promise<Response> {
  const outgoing = request(url, { agent, method, headers: Object.fromEntries(headers) })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  outgoing.on('error', () => {}) // The reader of the reply receives the error.
  const bytes = await buffer(incoming)
  const status = incoming.statusCode ?? 0
  const reply = new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), { status })
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) reply.headers.append(name, value)
  }
  return reply
}

/** A browser with its cookies, at any address of a site. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  id = ''

  /** Another browser with a copy of the current cookies. */
  copy(): Browser {
    const other = new Browser()
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value)
    return other
  }

  async send(url: string, init: Sent = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const reply = await exchange(url, { ...init, headers })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return reply
  }

  /** @throws With the reply, unless it is 2xx. */
  async json<T>(method: string, url: string, body?: object): Promise<T> {
    const headers = { ...(body && { 'content-type': 'application/json' }) }
    const reply = await this.send(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${text}`)
    return (text ? JSON.parse(text) : {}) as T
  }

  async signUp(site: string): Promise<void> {
    const name = `user${randomUUID().replaceAll('-', '')}`
    const account = { email: `${name}@example.org`, password: 'secret1' }
    this.id = (await this.json<{ id: string }>('POST', `${site}/api/register`, account)).id
    await this.json('PUT', `${site}/api/users/${this.id}`, { username: name, displayName: 'Somebody' })
  }

  /** Uploads a file. @returns Its address, for the request that publishes it. */
  async put(site: string, bytes: Buffer): Promise<string> {
    const { uploadURL } = await this.json<{ uploadURL: string }>('POST', `${site}/api/objects/upload`)
    const reply = await this.send(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })
    if (!reply.ok) throw new Error(`PUT: ${reply.status}`)
    return uploadURL.split('?')[0]!
  }

  /** Sends pieces over the tus protocol and asks for the offset whenever a piece has not arrived. */
  async resume(site: string, bytes: Buffer, pieces = 4): Promise<string> {
    const { uploadURL, resumableURL } = await this.json<{ uploadURL: string; resumableURL: string }>(
      'POST',
      `${site}/api/objects/upload`,
    )
    const tus = { 'tus-resumable': '1.0.0' }
    const begun = await this.send(resumableURL, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length) },
    })
    if (begun.status !== 201) throw new Error(`POST: ${begun.status}`)
    const pieceBytes = Math.ceil(bytes.length / pieces)
    for (let offset = 0; offset < bytes.length;) {
      const piece = new Uint8Array(bytes.subarray(offset, offset + pieceBytes))
      const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      const reply = await this.send(resumableURL, { method: 'PATCH', headers, body: piece }).catch(() => undefined)
      const answer = reply?.ok ? reply : await this.send(resumableURL, { method: 'HEAD', headers: tus })
      offset = Number(answer.headers.get('upload-offset'))
    }
    return uploadURL.split('?')[0]!
  }

  async publish(site: string, videoUrl: string, title = 'A clip'): Promise<string> {
    const fields = { title, toolUsed: 'other', videoUrl }
    return (await this.json<{ id: string }>('POST', `${site}/api/videos`, fields)).id
  }
}

export const clip = (): Promise<Buffer> => readFile(sampleClip('plain-h264.mp4'))

/** Requests at a steady rate, and their failures: unexpected replies and lost connections. */
export interface Load {
  sent(): number
  failures: string[]
  stop(): Promise<void>
}

const PEOPLE = 8
/**
 * A person may have twenty unpublished uploads. Two are added per second, so the uploader changes after this many
 * seconds.
 */
const UPLOADER_SECONDS = 5

/**
 * Sends requests at a rate, or as many as the machine can bear. At most one second's worth is in progress. The requests
 * read lists and a clip, and add likes, comments and views. Each second there is also one upload in one piece, and one
 * in several pieces.
 */
export async function startLoad(site: string, { perSecond }: { perSecond: number }): Promise<Load> {
  const signUp = async () => {
    const browser = new Browser()
    await browser.signUp(site)
    return browser
  }
  const people = await Promise.all(Array.from({ length: PEOPLE }, signUp))
  const owner = people[0]!
  const video = await owner.publish(site, await owner.put(site, await clip()))
  const like = `${site}/api/videos/${video}/like`
  const bytes = randomBytes(200_000)
  const kinds: ((browser: Browser, n: number) => Promise<unknown>)[] = [
    (browser) => browser.json('GET', `${site}/api/videos`),
    (browser) => browser.json('GET', `${site}/api/videos/${video}`),
    (browser, n) => browser.json(n % 2 ? 'POST' : 'DELETE', like),
    (browser) => browser.json('GET', `${site}/api/videos/${video}/comments`),
    (browser, n) => browser.json('POST', `${site}/api/videos/${video}/comments`, { text: `Comment ${n}` }),
    (browser) => browser.json('POST', `${site}/api/videos/${video}/view`),
  ]
  const uploads = [
    async (uploader: Promise<Browser>) => (await uploader).put(site, bytes),
    async (uploader: Promise<Browser>) => (await uploader).resume(site, bytes),
  ]
  let uploader = { from: 0, browser: signUp() }
  const uploaderAt = (second: number) => {
    if (second - uploader.from >= UPLOADER_SECONDS) uploader = { from: second, browser: signUp() }
    return uploader.browser
  }
  const failures: string[] = []
  const underWay = new Set<Promise<unknown>>()
  let sent = 0
  const begin = (exchanged: Promise<unknown>) => {
    sent++
    const done: Promise<unknown> = exchanged
      .catch((error: Error) => failures.push(inspect(error)))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  const begunAt = performance.now()
  const stopping = new AbortController()
  const running = (async () => {
    for (let n = 0; !stopping.signal.aborted;) {
      const due = ((performance.now() - begunAt) / 1000) * perSecond
      for (; n < due; n++) {
        if (underWay.size >= perSecond) continue
        if (n % perSecond < 2) begin(uploads[n % 2]!(uploaderAt(Math.floor(n / perSecond))))
        else begin(kinds[n % kinds.length]!(people[n % people.length]!, n))
      }
      await delay(10)
    }
  })()
  return {
    sent: () => sent,
    failures,
    async stop() {
      stopping.abort()
      await running
      await Promise.all(underWay)
    },
  }
}

/** How many times a web process is restarted, one after another: `RESTARTS=20` is the full count. */
const RESTARTS = Number(process.env.RESTARTS ?? 3)
const PER_SECOND = Number(process.env.PER_SECOND ?? 50)

/** @returns Failures of requests during the restarts. */
export async function failuresOfRestarts({ url, web }: { url: string; web: Node[] }): Promise<string[]> {
  const load = await startLoad(url, { perSecond: PER_SECOND })
  for (let i = 0; i < RESTARTS; i++) await web[i % web.length]!.restart()
  await load.stop()
  console.log(`${RESTARTS} restarts, ${load.sent()} requests, ${load.failures.length} failed`)
  expect(load.sent()).toBeGreaterThan(RESTARTS * PER_SECOND)
  return load.failures
}
