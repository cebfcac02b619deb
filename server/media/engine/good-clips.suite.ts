import { everyNth } from '../../test/every-nth.ts'
import { type SampleClip, sampleClip } from '../../test/media/sample-clips.ts'
import { describeGoodClip, type GoodClip } from './good-clip.suite.ts'

const good: (GoodClip & { file: SampleClip })[] = [
  { file: 'plain-h264.mp4', size: [360, 640], ratio: '9:16', seconds: 2 },
  { file: 'content-credentials.mp4', size: [360, 640], ratio: '9:16', seconds: 2 },
  { file: 'quicktime.mov', size: [550, 366], ratio: '550:366', seconds: 2 },
  { file: 'rotated-90.mp4', size: [360, 640], ratio: '9:16', seconds: 2 },
  { file: 'anamorphic-2x1.mp4', size: [1280, 360], ratio: '1280:360', seconds: 2 },
  { file: 'variable-frame-rate.mp4', size: [756, 346], ratio: '756:346', seconds: 4.03 },
  { file: 'hevc.mp4', size: [1280, 720], ratio: '16:9', seconds: 3 },
  { file: 'vp9.webm', size: [720, 720], ratio: '1:1', seconds: 3 },
]

/** Defines the tests. @param every Tests every n-th sample clip: 1 tests all, 3 every third. */
export function testGoodClips({ every }: { every: number }): void {
  for (const clip of everyNth(good, every)) describeGoodClip(clip, (name) => sampleClip(name as SampleClip))
}
