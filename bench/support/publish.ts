import { setTimeout as pause } from 'node:timers/promises'
import type { Video } from '../../contract/videos/videos.ts'
import type { Product } from '../../e2e/support/servers/server.ts'
import { executeOnce } from '../../server/test/database/execute-once.ts'
import type { SeededProduct } from '../seeded-product.ts'

/** An account on a site. */
export interface Account {
  url: string
  /** The `Cookie` header of its session. */
  cookie: string
}

export async function signUp({ url }: Pick<Product, 'url'>, email = 'bench@example.org'): Promise<Account> {
  const reply = await send({ url, cookie: '' }, 'POST', '/api/register', { email, password: 'a good secret' })
  const [cookie = ''] = reply.headers.getSetCookie()
  return { url, cookie: cookie.replace(/;.*/, '') }
}

export function send({ url, cookie }: Account, method: string, path: string, body?: object): Promise<Response> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  return fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

/** Sends a request. @returns The reply's JSON, if it has any. @throws If the reply is not a success. */
export async function call<T>(account: Account, method: string, path: string, body?: object): Promise<T> {
  const reply = await send(account, method, path, body)
  if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${await reply.text()}`)
  const text = await reply.text()
  return (text && JSON.parse(text)) as T
}

/** Uploads a file. @returns Its address, which the server has not published yet. */
export async function upload(account: Account, bytes: Buffer): Promise<string> {
  const { uploadURL } = await call<{ uploadURL: string }>(account, 'POST', '/api/objects/upload')
  const stored = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })
  if (!stored.ok) throw new Error(`The upload was answered ${stored.status}`)
  return uploadURL.replace(/\?.*/, '')
}

/** Asks the server to publish an uploaded file, which it may refuse. */
export function create(account: Account, videoUrl: string): Promise<Response> {
  return send(account, 'POST', '/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
}

/**
 * Waits until a published clip has all its files.
 *
 * @param look Called with each state of the clip on the way.
 * @throws If the clip has failed.
 */
export async function untilMade(
  account: Account,
  id: string,
  { everyMs, look }: { everyMs: number; look?: (video: Video) => void },
): Promise<Video> {
  for (;;) {
    const video = await call<Video>(account, 'GET', `/api/videos/${id}`)
    look?.(video)
    if (video.streamUrl) return video
    if (!video.stage && video.status !== 'processing') throw new Error(`The clip failed: ${video.failureReason}`)
    await pause(everyMs)
  }
}

/** Uploads and publishes a file, and waits until all its files are made. */
export async function publishWhole(account: Account, bytes: Buffer, everyMs: number): Promise<void> {
  const reply = await create(account, await upload(account, bytes))
  await untilMade(account, ((await reply.json()) as Video).id, { everyMs })
}

/** Publishes an object with these bytes. It is not a video, so its row is changed directly. @returns Its id. */
export async function publishBytes({ url, cookies, databaseUrl }: SeededProduct, bytes: Buffer): Promise<string> {
  const address = await upload({ url, cookie: cookies[0] ?? '' }, bytes)
  const id = address.split('/').at(-1) ?? ''
  await executeOnce(
    databaseUrl,
    `update objects set state = 'published', content_type = 'video/mp4' where id = '${id}'`,
  )
  return id
}
