import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { inspectVideo } from '../../../media/engine/engine.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { startS3Stub } from '../../../test/servers/s3-stub.ts'
import { openTestBucket } from '../../../test/servers/test-bucket.ts'
import { isReadableFile } from './readable-file.ts'

const MIB = 1024 ** 2

/** Returns whether a file in a bucket is readable, and how many bytes were fetched to find out. */
async function check(...pieces: Buffer[]) {
  const stub = await startS3Stub()
  const { storage, close } = await openTestBucket(stub.address, { accessKeyId: 'name', secretAccessKey: 'secret' })
  onTestFinished(async () => {
    await close()
    await stub.stop()
  })
  const key = randomUUID()
  await storage.write(key, Readable.from(pieces), { maxBytes: Infinity })
  const isReadable = await isReadableFile({ storage, inspectVideo, workFolder: tmpdir() }, key)
  const gets = stub.requests.filter(({ method }) => method === 'GET')
  const fetchedBytes = gets.reduce((sum, { headers }) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')!
    return sum + Number(end) - Number(start) + 1
  }, 0)
  return { isReadable, fetchedBytes }
}

/** Returns an MP4 box that players skip. */
function skippedBox(sizeBytes: number): Buffer {
  const box = randomBytes(sizeBytes)
  box.writeUInt32BE(sizeBytes)
  box.write('free', 4)
  return box
}

test('only the ends of a large playable clip in a bucket are fetched', async () => {
  const clip = await readFile(sampleClip('plain-h264.mp4'))
  expect(await check(clip, skippedBox(24 * MIB))).toEqual({ isReadable: true, fetchedBytes: 16 * MIB })
})

test('if the ends of a clip are inconclusive, the whole clip is fetched once', async () => {
  const noise = randomBytes(24 * MIB)
  expect(await check(noise)).toEqual({ isReadable: false, fetchedBytes: (16 + 24) * MIB })
})
