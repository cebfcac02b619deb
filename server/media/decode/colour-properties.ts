import { AVCOL_PRI_UNSPECIFIED, AVCOL_SPC_UNSPECIFIED, AVCOL_TRC_UNSPECIFIED } from 'node-av/constants'
import type { Frame } from 'node-av/lib'

// The code points of ITU-T H.273 that FFmpeg's filters can convert.
const matrices = new Set<number>([0, 1, 4, 5, 6, 7, 9])
const primaries = new Set<number>([1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22])
const transfers = new Set<number>([1, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18])

/**
 * Removes colour properties that FFmpeg's filters refuse, such as reserved values and ICtCp. The frame is then shown as
 * if its file did not state them.
 */
export function dropRefusedColours(frame: Frame): void {
  if (!matrices.has(frame.colorSpace)) frame.colorSpace = AVCOL_SPC_UNSPECIFIED
  if (!primaries.has(frame.colorPrimaries)) frame.colorPrimaries = AVCOL_PRI_UNSPECIFIED
  if (!transfers.has(frame.colorTrc)) frame.colorTrc = AVCOL_TRC_UNSPECIFIED
}
