import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants'
import type { Frame, Stream } from 'node-av/lib'
import type { FilterStep } from './filter-chain.ts'

export interface Size {
  width: number
  height: number
}

type Rotation = 0 | 90 | 180 | 270

export interface FrameShape {
  /** Displayed size: after sample aspect ratio and rotation. */
  display: Size
  /** Degrees clockwise. */
  rotation: Rotation
  /** FFmpeg filters that rotate and, where required, mirror the stored frame. */
  turning: FilterStep[]
}

/**
 * Returns how a frame is displayed. This is the only place that decides it, for measuring and for rendering. Like
 * browsers, it prefers the container's sample aspect ratio and matrix to those of the bitstream.
 */
export function shapeOf(frame: Frame, stream: Stream): FrameShape {
  const matrix = displayMatrixOf(stream)
  const rotation = rotationOf(matrix)
  const { width, height } = inSquarePixels(frame, stream)
  const display = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  return { display, rotation, turning: turningFor(rotation, matrix) }
}

/** Stretches the narrower side, so that no stored pixel is lost. */
function inSquarePixels(frame: Frame, stream: Stream): Size {
  const fromContainer = stream.sampleAspectRatio
  const { num, den } = fromContainer.num > 0 ? fromContainer : frame.sampleAspectRatio
  const ratio = num > 0 && den > 0 ? num / den : 1
  if (ratio > 1) return { width: Math.round(frame.width * ratio), height: frame.height }
  return { width: frame.width, height: Math.round(frame.height / ratio) }
}

type DisplayMatrix = [a: number, b: number, c: number, d: number]

/** Reads the linear part of the display matrix. Of its nine native-endian 32-bit numbers, 0, 1, 3 and 4 matter. */
function displayMatrixOf(stream: Stream): DisplayMatrix {
  const bytes = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (!bytes || bytes.length < 36) return [1, 0, 0, 1]
  const [a = 1, b = 0, , c = 0, d = 1] = new Int32Array(new Uint8Array(bytes).buffer, 0, 5)
  return [a, b, c, d]
}

function rotationOf([a, b]: DisplayMatrix): Rotation {
  const degrees = Math.round((Math.atan2(b, a) * 180) / Math.PI / 90) * 90
  return ((degrees + 360) % 360) as Rotation
}

/** Returns the filters that rotate and mirror a frame. Front cameras write matrices that mirror. */
function turningFor(rotation: Rotation, [a, b, c, d]: DisplayMatrix): FilterStep[] {
  const isMirrored = a * d - b * c < 0
  if (rotation === 90) return [['transpose', isMirrored ? 'cclock_flip' : 'clock']]
  if (rotation === 270) return [['transpose', isMirrored ? 'clock_flip' : 'cclock']]
  const flips: FilterStep[] = []
  if (rotation === 180) flips.push(['hflip', ''])
  if ((rotation === 180) !== isMirrored) flips.push(['vflip', ''])
  return flips
}
