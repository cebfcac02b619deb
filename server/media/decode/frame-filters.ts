import {
  AV_FRAME_FLAG_INTERLACED,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants'
import { type Frame, Rational, type Stream } from 'node-av/lib'
import { FilterChain, type FilterStep } from './filter-chain.ts'
import { type FrameShape, shapeOf, type Size } from './frame-shape.ts'

/** Colour space of the result. WebP supports only BT.601, while current video uses BT.709. */
type Matrix = 'bt601' | 'bt709'

/**
 * Returns filters that convert a stored frame to a displayed one. That is 8-bit 4:2:0, upright, with square pixels and
 * standard dynamic range. Rotation comes last, because the frame is smaller then. Only `scale` handles a size that
 * changes midway.
 *
 * @param size Size of the result after rotation.
 */
export function shownFrame(sample: Frame, shape: FrameShape, size: Size, matrix: Matrix): FilterStep[] {
  const { width: w, height: h } = shape.rotation % 180 === 0 ? size : { width: size.height, height: size.width }
  const to = `w=${w}:h=${h}:flags=bicubic+accurate_rnd`
  const scaling: FilterStep[] = isHdr(sample)
    ? [
        ['scale', to],
        ['format', 'yuv420p10le'],
        // The curve is not bt2390. If a file does not state its peak brightness, that curve turns the brightest parts
        // grey.
        ['tonemapx', 'tonemap=mobius:transfer=bt709:matrix=bt709:primaries=bt709:range=tv:format=yuv420p'],
        ['scale', `out_color_matrix=${matrix}:out_range=tv`],
      ]
    : [['scale', `${to}:in_color_matrix=${matrixOf(sample)}:out_color_matrix=${matrix}:out_range=tv`]]
  return [...deinterlacing(sample), ...scaling, ['format', 'yuv420p'], ...shape.turning, ['setsar', '1']]
}

/**
 * Returns filters that show one field of each interlaced frame, and fill in the rows of the other. They return a frame
 * once they have the next one.
 */
function deinterlacing(sample: Frame): FilterStep[] {
  if (!sample.hasFlags(AV_FRAME_FLAG_INTERLACED)) return []
  return [
    // Does nothing unless the size changes midway, which the deinterlacer cannot handle.
    ['scale', `w=${sample.width}:h=${sample.height}`],
    ['estdif', 'mode=frame:deint=interlaced'],
    // The deinterlacer halves the unit of the timestamps.
    ['settb', 'intb*2'],
  ]
}

/**
 * Converts a frame to its displayed form (size, rotation) in BT.601.
 *
 * @param use Must not keep the frame.
 * @returns The result of `use`.
 */
export function paint<T>(frame: Frame, video: Stream, size: Size, more: FilterStep[], use: (frame: Frame) => T): T {
  const filters = shownFrame(frame, shapeOf(frame, video), size, 'bt601')
  using chain = new FilterChain([...filters, ...more], frame, new Rational(1, 1000))
  for (const shown of [frame, null].values().flatMap((each) => chain.run(each))) return use(shown)
  throw new Error('The filters kept the frame')
}

/** Fits a size into a box without enlarging it. Sides are even and at least 2, as 4:2:0 requires. */
export function fitEven({ width, height }: Size, scale: number): Size {
  const even = (side: number) => Math.max(2, Math.round((side * Math.min(1, scale)) / 2) * 2)
  return { width: even(width), height: even(height) }
}

export function isHdr({ colorTrc }: Frame): boolean {
  return colorTrc === AVCOL_TRC_SMPTE2084 || colorTrc === AVCOL_TRC_ARIB_STD_B67
}

/** Guesses missing colour properties as Chromium does, so that poster, preview and original have the same colours. */
function matrixOf({ colorSpace, height }: Frame): 'auto' | Matrix {
  if (colorSpace !== AVCOL_SPC_UNSPECIFIED) return 'auto'
  return height < 720 ? 'bt601' : 'bt709'
}
