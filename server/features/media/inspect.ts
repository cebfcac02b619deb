import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV420P10LE, AV_PIX_FMT_YUVJ420P } from 'node-av/constants'
import { avGetCodecName, type Frame } from 'node-av/lib'
import { containerOfVideo } from './containers.ts'
import { findLocations } from './find-locations.ts'
import { measure, type FileMeasures } from './measure.ts'
import type { VideoFacts } from './media.tasks.ts'
import { shapeOf } from './picture-shape.ts'
import { refuseHugePicture, unreadable } from './unreadable-video.ts'
import { VideoSource } from './video-source.ts'

/** @throws {UnreadableVideoError} */
export async function inspect(filePath: string): Promise<VideoFacts> {
  const container = await containerOfVideo(filePath)
  const measures = container.isMeasuredByFfmpeg ? undefined : await measure(filePath)
  const source = VideoSource.open(filePath, container, { threads: 1 })
  for (const frame of source.frames()) {
    const facts = measures ?? measureByFfmpeg(source, container.contentType)
    const { display, rotation } = shapeOf(frame, source.video)
    refuseHugePicture(display.width, display.height)
    const locations = container.demuxer === 'mov' ? findLocations(filePath) : []
    return { ...facts, ...display, rotation, playsInBrowsers: playsInBrowsers(facts, frame), locations }
  }
  throw new Error('A source yields a picture or throws')
}

function measureByFfmpeg(source: VideoSource, contentType = 'application/octet-stream'): FileMeasures {
  const { video, sound, durationSeconds } = source
  if (!(durationSeconds > 0)) throw unreadable('damaged')
  const { num, den } = video.avgFrameRate.num > 0 ? video.avgFrameRate : video.rFrameRate
  return {
    durationSeconds,
    videoCodec: avGetCodecName(video.codecpar.codecId) ?? 'unknown',
    audioCodec: sound ? avGetCodecName(sound.codecpar.codecId) : null,
    frameRate: num > 0 && den > 0 ? num / den : null,
    contentType,
  }
}

const browserContainers = new Set(['video/mp4', 'video/quicktime', 'video/webm'])
const browserAudio = new Set([null, 'aac', 'mp3', 'opus', 'vorbis'])

function playsInBrowsers({ contentType, videoCodec, audioCodec }: FileMeasures, { format }: Frame): boolean {
  if (!browserContainers.has(contentType) || !browserAudio.has(audioCodec)) return false
  const isPlain = format === AV_PIX_FMT_YUV420P || format === AV_PIX_FMT_YUVJ420P
  if (videoCodec === 'avc' || videoCodec === 'vp8' || videoCodec === 'vp9') return isPlain
  // Ten bits are part of AV1's main profile, which every decoder of it must know.
  return videoCodec === 'av1' && (isPlain || format === AV_PIX_FMT_YUV420P10LE)
}
