import { everyNth } from '../../test/every-nth.ts'
import { type SampleClip, sampleClip } from '../../test/media/sample-clips.ts'
import { describeGoodClip, type GoodClip } from './good-clip.suite.ts'

const h264 = { codec: 'avc', seconds: 2, plays: true }
const good: (GoodClip & { file: SampleClip })[] = [
  { ...h264, file: 'plain-h264.mp4', size: [360, 640], ratio: '9:16', audio: 'aac' },
  { ...h264, file: 'content-credentials.mp4', size: [360, 640], ratio: '9:16', audio: 'aac' },
  { ...h264, file: 'quicktime.mov', size: [550, 366], ratio: '550:366', audio: null },
  { ...h264, file: 'rotated-90.mp4', size: [360, 640], ratio: '9:16', audio: 'aac' },
  { ...h264, file: 'anamorphic-2x1.mp4', size: [1280, 360], ratio: '1280:360', audio: null },
  { ...h264, file: 'variable-frame-rate.mp4', size: [756, 346], ratio: '756:346', audio: null, seconds: 4.03 },
  { file: 'hevc.mp4', size: [1280, 720], ratio: '16:9', codec: 'hevc', audio: 'aac', seconds: 3, plays: false },
  { file: 'vp9.webm', size: [720, 720], ratio: '1:1', codec: 'vp9', audio: null, seconds: 3, plays: true },
]

/** Defines the tests. @param every Tests every n-th sample clip: 1 tests all, 3 every third. */
export function testGoodClips({ every }: { every: number }): void {
  for (const clip of everyNth(good, every)) describeGoodClip(clip, (name) => sampleClip(name as SampleClip))
}
