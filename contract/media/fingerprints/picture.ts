import { PLANE_SIDE, pdqHash, pdqQuality, QUALITY_MIN } from './pdq.ts'

/** Width and height to which frames of any shape are scaled. */
export const PICTURE_SIDE = 256

/** Maximum brightness, out of 255, of a black border. Black is 16 in video whose levels have not been scaled. */
const BLACK_MAX = 24
/**
 * Maximum share of brighter pixels in a row or a column of a border. Compression leaves bright specks in black borders.
 */
const SPECKS_MAX = 0.02
/** Minimum width and height of the picture between borders, out of 256. */
const SIDE_MIN = 64

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Returns the hash of a frame without its black borders.
 *
 * @param picture Brightness, 0 to 255, of 256 rows of 256.
 * @returns `undefined` for a frame that is too plain to be recognised, or too small between its borders.
 */
export function hashPicture(picture: Uint8Array): Uint8Array | undefined {
  const box = withoutBorders(picture)
  if (box.width < SIDE_MIN || box.height < SIDE_MIN) return undefined
  const plane = shrink(picture, box)
  return pdqQuality(plane) < QUALITY_MIN ? undefined : pdqHash(plane)
}

function withoutBorders(picture: Uint8Array): Box {
  const brightInRow = new Uint16Array(PICTURE_SIDE)
  const brightInColumn = new Uint16Array(PICTURE_SIDE)
  // Avoids `forEach`, because this loop is most of the work.
  for (let at = 0; at < picture.length; at++) {
    if (picture[at]! <= BLACK_MAX) continue
    brightInRow[Math.floor(at / PICTURE_SIDE)]!++
    brightInColumn[at % PICTURE_SIDE]!++
  }
  const isSeen = (count: number) => count > SPECKS_MAX * PICTURE_SIDE
  const [top, bottom] = [brightInRow.findIndex(isSeen), brightInRow.findLastIndex(isSeen)]
  const [left, right] = [brightInColumn.findIndex(isSeen), brightInColumn.findLastIndex(isSeen)]
  if (top < 0 || left < 0) return { left: 0, top: 0, width: 0, height: 0 }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Returns the average brightness of 64 rows of 64 equal parts. */
function shrink(picture: Uint8Array, { left, top, width, height }: Box): Float32Array {
  const narrow = new Float32Array(PLANE_SIDE * height)
  for (let row = 0; row < height; row++) {
    average(width, (part, place, share) => {
      narrow[row * PLANE_SIDE + part]! += share * picture[(top + row) * PICTURE_SIDE + left + place]!
    })
  }
  const plane = new Float32Array(PLANE_SIDE * PLANE_SIDE)
  average(height, (part, place, share) => {
    for (let column = 0; column < PLANE_SIDE; column++) {
      plane[part * PLANE_SIDE + column]! += share * narrow[place * PLANE_SIDE + column]!
    }
  })
  return plane
}

/**
 * Divides a line of pixels into 64 equal parts. Calls `add` for each part and each pixel that overlaps it, with the
 * pixel's share of the part. The shares of a part add up to 1.
 */
function average(length: number, add: (part: number, place: number, share: number) => void): void {
  const each = length / PLANE_SIDE
  for (let part = 0; part < PLANE_SIDE; part++) {
    const [from, to] = [part * each, (part + 1) * each]
    for (let place = Math.floor(from); place < Math.min(length, to); place++) {
      add(part, place, (Math.min(to, place + 1) - Math.max(from, place)) / each)
    }
  }
}
