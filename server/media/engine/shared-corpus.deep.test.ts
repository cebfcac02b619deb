import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedFile } from '../../test/media/shared-corpus.ts'
import { describeGoodClip, type GoodClip } from './good-clip.suite.ts'
import { inspectVideo, renderStream } from './engine.ts'
import { testFolder } from '../../test/test-folder.ts'

const good: GoodClip[] = [
  { file: 'plain-h264.mp4', size: [720, 1280], seconds: 2.03 },
  { file: 'content-credentials.mp4', size: [720, 1280], seconds: 2.03 },
  { file: 'quicktime.mov', size: [2750, 1834], seconds: 5.27 },
  { file: 'rotated-90.mp4', size: [1080, 1920], seconds: 2.01 },
  { file: 'anamorphic-2x1.mp4', size: [1280, 360], seconds: 5 },
  { file: 'variable-frame-rate.mp4', size: [3026, 1386], seconds: 8.73 },
  { file: 'hevc.mp4', size: [1920, 1080], seconds: 10 },
  { file: 'vp9.webm', size: [1080, 1080], seconds: 3.33 },
]
for (const clip of good) describeGoodClip(clip, sharedFile)

test.each(['tiny-with-audio.mp4', 'hostile-empty.mp4', 'hostile-nested-boxes.mp4'])('%s is refused', async (file) => {
  await expect(inspectVideo(sharedFile(file))).rejects.toThrow('video track')
})

test.each(['quicktime.mov', 'variable-frame-rate.mp4'])(
  '%s, which is larger than 1080p, has a stream',
  async (file) => {
    const folder = testFolder()
    expect((await renderStream(sharedFile(file), join(folder, 'stream'))).variants).toHaveLength(3)
  },
)
