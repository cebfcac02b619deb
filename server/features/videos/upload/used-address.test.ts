import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { hasSwift } from '../../../test/swift/has-swift.ts'
import { appOfTest } from '../../../test/test-app.ts'
import { askForUpload, tusCalls } from '../../../test/uploads.ts'

type Kind = 'disk' | 'bucket' | 'swift'

const { kinds, rounds } = sizeOf<{ kinds: Kind[]; rounds: number }>({
  quick: { kinds: ['disk'], rounds: 1 },
  deep: { kinds: ['disk', 'bucket', ...(hasSwift ? (['swift'] as const) : [])], rounds: 50 },
})

test.each(kinds)('upload addresses are useless once their clip is published: files in %s', async (files) => {
  const t = await appOfTest({ files })
  const { caller } = await t.signUp()
  const bytes = await readFile(sampleClip('plain-h264.mp4'))
  const { begin, patch, send } = tusCalls(t.visitor.inject)
  const other = Buffer.alloc(bytes.length, 7)
  for (const isInPieces of [true, false]) {
    const { whole: url, resumable, videoUrl } = await askForUpload(caller)
    const put = (payload: Buffer) => t.visitor.inject({ method: 'PUT', url, payload })
    if (isInPieces) await begin(resumable, bytes.length)
    const { statusCode } = await (isInPieces ? patch(resumable, 0, bytes) : put(bytes))
    expect(statusCode).toBe(isInPieces ? 204 : 200)
    const published = await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
    expect(published.statusCode).toBe(201)

    for (let round = 0; round < rounds; round++) {
      const replies = [
        await put(other),
        await begin(resumable, other.length),
        await patch(resumable, 0, other),
        await send('DELETE', resumable),
      ]
      // Without an upload in pieces, there is none to continue or to cancel.
      const ofPieces = isInPieces ? 409 : 404
      expect(replies.map((reply) => reply.statusCode)).toEqual([409, 409, ofPieces, ofPieces])
    }
    const served = await t.visitor.get(published.json<{ videoUrl: string }>().videoUrl)
    expect(served.rawPayload.equals(bytes)).toBe(true)
    // A client that never received the answer must not send the whole file again.
    const { headers } = await send('HEAD', resumable)
    expect(headers['upload-offset']).toBe(isInPieces ? String(bytes.length) : undefined)
  }
})
