import { hashPicture, PICTURE_SIDE } from '../../../../contract/media/fingerprints/picture.ts'
import { moments } from '../../../../contract/videos/duplicates.ts'
import { visitMoments } from '../../../videos/visit-moments.ts'

/**
 * Hashes a few moments of a clip, as this browser plays it.
 *
 * @param url A blob address.
 * @returns The hashes in base64, without those of pictures too plain to be recognised.
 * @throws {Error} If the clip does not play here, or hashing takes too long.
 */
export async function hashMoments(url: string, durationSeconds: number, signal: AbortSignal): Promise<string[]> {
  const canvas = new OffscreenCanvas(PICTURE_SIDE, PICTURE_SIDE)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  const hashes: string[] = []
  await visitMoments(url, moments(durationSeconds), signal, (video) => {
    context.drawImage(video, 0, 0, PICTURE_SIDE, PICTURE_SIDE)
    const hash = hashPicture(brightnessOf(context.getImageData(0, 0, PICTURE_SIDE, PICTURE_SIDE).data))
    if (hash) hashes.push(btoa(String.fromCharCode(...hash)))
  })
  return hashes
}

/** Returns the brightness of each pixel by BT.709, the colour space of the server's own files. */
function brightnessOf(rgba: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from(
    { length: rgba.length / 4 },
    (_, at) => 0.2126 * rgba[4 * at]! + 0.7152 * rgba[4 * at + 1]! + 0.0722 * rgba[4 * at + 2]!,
  )
}
