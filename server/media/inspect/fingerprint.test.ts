import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HASH_BYTES } from '../../../contract/media/fingerprints/pdq.ts'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { renderPreview, takeFingerprint, UnreadableVideoError } from '../engine/engine.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const folder = sharedFolder()

async function framesOf(clip: Parameters<typeof sampleClip>[0]) {
  const preview = join(folder, `${clip}.mp4`)
  await renderPreview(sampleClip(clip), preview)
  const { frames } = await takeFingerprint(preview)
  return frames.map(([seconds, hash]) => ({ seconds, hash: Buffer.from(hash, 'base64') }))
}

test('frames of a preview are hashed in order, each with its time', async () => {
  const frames = await framesOf('plain-h264.mp4')
  expect(frames.length).toBeGreaterThanOrEqual(20)
  expect(frames[0]?.seconds).toBe(0)
  for (const { hash } of frames) expect(hash).toHaveLength(HASH_BYTES)
  for (const [index, { seconds }] of frames.slice(1).entries()) expect(seconds).toBeGreaterThan(frames[index]!.seconds)
})

test('a file without a picture is refused', async () => {
  await expect(takeFingerprint(sampleClip('sound-only.mp4'))).rejects.toThrow(UnreadableVideoError)
})
