import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { hasSwift } from '../../../test/swift/has-swift.ts'
import { appOfTest } from '../../../test/test-app.ts'

const TRIES = 200
const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

const kinds = ['disk', 'bucket', ...(hasSwift ? (['swift'] as const) : [])] as const

test.each(kinds)('upload addresses are useless once their clip is published: files in %s', async (files) => {
  const t = await appOfTest({ files })
  const { caller } = await t.signUp()
  const bytes = await readFile(sampleClip('plain-h264.mp4'))
  const reply = await caller.post('/api/objects/upload')
  const [whole, resumable] = Object.values(reply.json<Record<string, string>>()).map((address) =>
    address.replace('http://reverie.test', ''),
  ) as [string, string]
  const send = (options: InjectOptions) => t.visitor.inject(options)
  await send({ method: 'POST', url: resumable, headers: { ...tus, 'upload-length': String(bytes.length) } })
  const sent = await send({
    method: 'PATCH',
    url: resumable,
    headers: { ...tus, 'upload-offset': '0' },
    payload: bytes,
  })
  expect(sent.statusCode).toBe(204)
  const videoUrl = `http://reverie.test${whole.split('?')[0]}`
  const published = await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
  expect(published.statusCode).toBe(201)
  const id = whole.split('?')[0]!.split('/').at(-1)!
  const digest = async () => {
    const { sizeBytes } = (await t.deps.storage.find(id))!
    const stored = await buffer(t.deps.storage.read(id, { start: 0, end: sizeBytes - 1 }))
    return createHash('sha256').update(stored).digest('hex')
  }
  const before = await digest()

  const other = Buffer.alloc(bytes.length, 7)
  const attempts: InjectOptions[] = [
    { method: 'PUT', url: whole, headers: { 'content-type': 'video/mp4' }, payload: other },
    { method: 'PATCH', url: resumable, headers: { ...tus, 'upload-offset': '0' }, payload: other },
    { method: 'POST', url: resumable, headers: { ...tus, 'upload-length': String(other.length) } },
    { method: 'DELETE', url: resumable, headers: tus },
  ]
  const answers = new Set<number>()
  for (let i = 0; i < TRIES; i++) answers.add((await send(attempts[i % attempts.length]!)).statusCode)
  expect([...answers]).toEqual([409])
  expect(await digest()).toBe(before)
})
