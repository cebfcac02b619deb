import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { hasSwift } from '../../../test/swift/has-swift.ts'
import { appOfTest } from '../../../test/test-app.ts'
import { askForUpload, tusCalls } from '../../../test/uploads.ts'

const ROUNDS = 50

const kinds = ['disk', 'bucket', ...(hasSwift ? (['swift'] as const) : [])] as const

test.each(kinds)('upload addresses are useless once their clip is published: files in %s', async (files) => {
  const t = await appOfTest({ files })
  const { caller } = await t.signUp()
  const bytes = await readFile(sampleClip('plain-h264.mp4'))
  const { whole, resumable, videoUrl } = await askForUpload(caller)
  const { begin, patch, send } = tusCalls(t.visitor.inject)
  await begin(resumable, bytes.length)
  expect((await patch(resumable, 0, bytes)).statusCode).toBe(204)
  const published = await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
  expect(published.statusCode).toBe(201)
  const served = async () => (await t.visitor.get(published.json<{ videoUrl: string }>().videoUrl)).rawPayload
  const before = await served()

  const other = Buffer.alloc(bytes.length, 7)
  for (let round = 0; round < ROUNDS; round++) {
    const replies = [
      await t.visitor.inject({ method: 'PUT', url: whole, payload: other }),
      await patch(resumable, 0, other),
      await begin(resumable, other.length),
      await send('DELETE', resumable),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409])
  }
  expect((await served()).equals(before)).toBe(true)
})
