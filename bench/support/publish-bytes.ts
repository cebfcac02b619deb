import pg from 'pg'
import type { SeededProduct } from '../seeded-product.ts'

/** Publishes an object with these bytes. It is not a video, so its row is changed directly. */
export async function publishBytes(
  { port, cookies, databaseUrl }: Pick<SeededProduct, 'port' | 'cookies' | 'databaseUrl'>,
  bytes: Buffer,
): Promise<string> {
  const asked = await fetch(`http://127.0.0.1:${port}/api/objects/upload`, {
    method: 'POST',
    headers: { cookie: cookies[0] ?? '' },
  })
  const { uploadURL } = (await asked.json()) as { uploadURL: string }
  const stored = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })
  if (!stored.ok) throw new Error(`The upload was answered ${stored.status}`)
  const id = new URL(uploadURL).pathname.split('/').at(-1) ?? ''
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query("update objects set state = 'published', content_type = 'video/mp4' where id = $1", [id])
  await client.end()
  return id
}
