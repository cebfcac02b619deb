import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sharedFile } from '../../test/media/shared-corpus.ts'
import { describeGoodClip, type GoodClip } from './good-clip.suite.ts'
import { inspectVideo, renderStream } from './engine.ts'

const good: GoodClip[] = [
  { file: 'plain-h264.mp4', size: [720, 1280], ratio: '9:16', codec: 'avc', audio: 'aac', seconds: 2.03, plays: true },
  {
    file: 'content-credentials.mp4',
    size: [720, 1280],
    ratio: '9:16',
    codec: 'avc',
    audio: 'aac',
    seconds: 2.03,
    plays: true,
  },
  {
    file: 'quicktime.mov',
    size: [2750, 1834],
    ratio: '2750:1834',
    codec: 'avc',
    audio: null,
    seconds: 5.27,
    plays: true,
  },
  { file: 'rotated-90.mp4', size: [1080, 1920], ratio: '9:16', codec: 'avc', audio: 'aac', seconds: 2.01, plays: true },
  {
    file: 'anamorphic-2x1.mp4',
    size: [1280, 360],
    ratio: '1280:360',
    codec: 'avc',
    audio: null,
    seconds: 5,
    plays: true,
  },
  {
    file: 'variable-frame-rate.mp4',
    size: [3026, 1386],
    ratio: '3026:1386',
    codec: 'avc',
    audio: null,
    seconds: 8.73,
    plays: true,
  },
  { file: 'hevc.mp4', size: [1920, 1080], ratio: '16:9', codec: 'hevc', audio: 'aac', seconds: 10, plays: false },
  { file: 'vp9.webm', size: [1080, 1080], ratio: '1:1', codec: 'vp9', audio: null, seconds: 3.33, plays: true },
]
for (const clip of good) describeGoodClip(clip, sharedFile)

test.each(['tiny-with-audio.mp4', 'hostile-empty.mp4', 'hostile-nested-boxes.mp4'])('%s is refused', async (file) => {
  await expect(inspectVideo(sharedFile(file))).rejects.toThrow('video track')
})

test.each(['quicktime.mov', 'variable-frame-rate.mp4'])(
  '%s, which is larger than 1080p, has a stream',
  async (file) => {
    const folder = await mkdtemp(join(tmpdir(), 'large-stream-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    expect((await renderStream(sharedFile(file), join(folder, 'stream'))).variants).toHaveLength(3)
  },
)
