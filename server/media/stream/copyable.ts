import {
  AV_CODEC_ID_H264,
  AV_FRAME_FLAG_INTERLACED,
  AV_NOPTS_VALUE,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_NEW_EXTRADATA,
  AV_PKT_FLAG_DISCARD,
} from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import type { Container } from '../decode/containers.ts'
import { isHdr } from '../decode/frame-filters.ts'
import { shapeOf, type Size } from '../decode/frame-shape.ts'
import type { VideoSource } from '../decode/video-source.ts'

/**
 * Maximum distance between key frames in seconds. Segments are at least as long as the distance. A player that switches
 * to another variant waits for the end of a segment.
 */
const KEY_DISTANCE_MAX_SECONDS = 6
const FRAME_RATE_MAX = 61

interface Allowed {
  /** The size and bit rate that our encoder would use. */
  size: Size
  maxBitsPerSecond: number
  sizeBytes: number
}

/**
 * Whether a video track can be copied. Browsers must play it, and it must be upright, with square pixels and a moderate
 * bit rate.
 */
export function isCopyable(source: VideoSource, container: Container, frame: Frame, allowed: Allowed): boolean {
  const { codecpar, avgFrameRate } = source.video
  const isH264 = container.demuxer === 'mov' && codecpar.codecId === AV_CODEC_ID_H264 && codecpar.extradataSize > 0
  const isPlain = frame.format === AV_PIX_FMT_YUV420P && !isHdr(frame) && !frame.hasFlags(AV_FRAME_FLAG_INTERLACED)
  const isLight = allowed.sizeBytes * 8 <= allowed.maxBitsPerSecond * source.durationSeconds
  const isCalm = avgFrameRate.num <= avgFrameRate.den * FRAME_RATE_MAX
  return isH264 && isPlain && isLight && isCalm && isShownAsStored(source, frame, allowed.size)
}

function isShownAsStored({ video }: VideoSource, frame: Frame, { width, height }: Size): boolean {
  const { display, turning } = shapeOf(frame, video)
  const isOwnSize = width === frame.width && height === frame.height
  return turning.length === 0 && isOwnSize && display.width === width && display.height === height
}

/**
 * Returns the times of a track's key frames in seconds from its first frame, without decoding.
 *
 * @returns `undefined` if players could not start at each of the key frames, or if these are too far apart.
 */
export function readKeyFrames(source: VideoSource, startPts: bigint): number[] | undefined {
  const keySeconds: number[] = []
  let keyPts = AV_NOPTS_VALUE
  let lastDts = AV_NOPTS_VALUE
  for (const packet of source.packets()) {
    const { pts, dts, isKeyframe } = packet
    const isTimed = pts !== AV_NOPTS_VALUE && dts !== AV_NOPTS_VALUE && (lastDts === AV_NOPTS_VALUE || dts > lastDts)
    const isWhole = !packet.hasFlags(AV_PKT_FLAG_DISCARD) && !packet.getSideData(AV_PKT_DATA_NEW_EXTRADATA)
    if (isKeyframe) {
      keyPts = pts
      keySeconds.push(source.secondsBetween(startPts, pts))
    }
    // A frame that is displayed before its key frame depends on frames of an earlier segment.
    if (!isTimed || !isWhole || keyPts === AV_NOPTS_VALUE || pts < keyPts) return undefined
    lastDts = dts
  }
  const ends = [...keySeconds.slice(1), source.durationSeconds]
  const isDense = keySeconds.every((at, index) => (ends[index] ?? at) - at <= KEY_DISTANCE_MAX_SECONDS)
  return isDense && keySeconds[0] === 0 ? keySeconds : undefined
}
