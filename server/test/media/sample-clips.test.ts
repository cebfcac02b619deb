import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sampleClip } from './sample-clips.ts'

test('the clip with content credentials is the plain clip with an additional box', async () => {
  const [plain, marked] = await Promise.all([
    readFile(sampleClip('plain-h264.mp4')),
    readFile(sampleClip('content-credentials.mp4')),
  ])
  const at = plain.readUInt32BE(0)
  expect(marked.toString('latin1', at + 4, at + 8)).toBe('uuid')
  expect(marked.length).toBe(plain.length + marked.readUInt32BE(at))
  expect(marked.includes('trainedAlgorithmicMedia')).toBe(true)
})
