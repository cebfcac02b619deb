import { expect, test } from 'vitest'
import { HASH_BYTES } from '../../../contract/media/fingerprints/pdq.ts'
import { sampleClip } from '../../test/media/sample-clips.ts'
import { takeFingerprint, UnreadableVideoError } from '../engine/engine.ts'

test('frames of a clip are hashed in order, each with its time', async () => {
  const { frames } = await takeFingerprint(sampleClip('plain-h264.mp4'))
  expect(frames.length).toBeGreaterThanOrEqual(20)
  const times = frames.map(([seconds]) => seconds)
  expect([times[0], times]).toEqual([0, [...new Set(times)].toSorted((a, b) => a - b)])
  for (const [, hash] of frames) expect(Buffer.from(hash, 'base64')).toHaveLength(HASH_BYTES)
})

test('a file without a picture is refused', async () => {
  await expect(takeFingerprint(sampleClip('sound-only.mp4'))).rejects.toThrow(UnreadableVideoError)
})
