import { containerOfVideo } from '../decode/containers.ts'
import { refuseAbsurdLength, refuseTooMuch } from '../decode/decoding-budget.ts'
import { measure, type FileMeasures } from './measure.ts'
import type { VideoFacts } from '../results.ts'
import { shapeOf } from '../decode/frame-shape.ts'
import { listPrivateData } from './private-data.ts'
import { readXmp } from './tags.ts'
import { refuseHugeFrame, unreadable } from '../unreadable-video.ts'
import { VideoSource } from '../decode/video-source.ts'

/** Measures a file and decodes its first frame. @throws {UnreadableVideoError} */
export async function inspect(filePath: string): Promise<VideoFacts> {
  const container = await containerOfVideo(filePath)
  const { contentType = 'application/octet-stream' } = container
  const measures = container.isMeasuredByFfmpeg ? { contentType, tags: [] } : await measure(filePath)
  const source = new VideoSource(filePath, container, { threads: 1 })
  for (const frame of source.frames()) {
    const facts = measures.durationSeconds ? measures : { ...measures, ...measureByFfmpeg(source) }
    const { display } = shapeOf(frame, source.video)
    refuseHugeFrame(display.width, display.height)
    const { sizeBytes } = source
    // Players believe the duration that the container states, whatever the frames say.
    refuseAbsurdLength(Math.max(facts.durationSeconds, source.durationSeconds), sizeBytes)
    const framesCount = countFrames(source, facts)
    const pixelsCount = (framesCount ?? 0) * display.width * display.height
    refuseTooMuch({ framesCount: framesCount ?? 0, pixelsCount, seconds: facts.durationSeconds }, sizeBytes)
    const privateData = await listPrivateData(filePath)
    const xmp = await readXmp(filePath, facts.contentType)
    return {
      ...facts,
      ...display,
      videoTracksCount: Math.max(facts.videoTracksCount, source.videoTracksCount),
      framesCount,
      privateData,
      tags: [...facts.tags, ...xmp.tags],
      namesCredentials: xmp.namesCredentials,
    }
  }
  throw new Error('A source yields a frame or throws')
}

function measureByFfmpeg(source: VideoSource): Omit<FileMeasures, 'contentType' | 'tags'> {
  const { video, durationSeconds } = source
  if (!(durationSeconds > 0)) throw unreadable('damaged')
  const { num, den } = video.avgFrameRate.num > 0 ? video.avgFrameRate : video.rFrameRate
  return {
    durationSeconds,
    videoTracksCount: source.videoTracksCount,
    frameRate: num > 0 && den > 0 ? num / den : null,
  }
}

/** Returns the number of frames that the container states, or else an estimate from the average frame rate. */
function countFrames({ video }: VideoSource, { frameRate, durationSeconds }: FileMeasures): number | null {
  if (video.nbFrames > 0n) return Number(video.nbFrames)
  return frameRate === null ? null : Math.max(1, Math.round(frameRate * durationSeconds))
}
