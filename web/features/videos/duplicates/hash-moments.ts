import { hashPicture, PICTURE_SIDE } from '../../../../contract/media/fingerprints/picture.ts'
import { moments } from '../../../../contract/videos/duplicates.ts'

/**
 * Maximum milliseconds for hashing. The page does not wait for it, but a file that stalls must not stay open forever.
 */
const GIVE_UP_MS = 30_000

/**
 * Hashes a few moments of a clip, as this browser plays it.
 *
 * @param url A blob address.
 * @returns The hashes in base64, without those of pictures too plain to be recognised.
 * @throws {Error} If the clip does not play here, or hashing takes too long.
 */
export async function hashMoments(url: string, durationSeconds: number, signal: AbortSignal): Promise<string[]> {
  const video = document.createElement('video')
  const until = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)])
  const canvas = new OffscreenCanvas(PICTURE_SIDE, PICTURE_SIDE)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  try {
    video.muted = true
    video.preload = 'auto'
    await after(video, 'loadeddata', until, () => (video.src = url))
    const hashes: string[] = []
    for (const time of moments(durationSeconds)) {
      await after(video, 'seeked', until, () => (video.currentTime = time))
      context.drawImage(video, 0, 0, PICTURE_SIDE, PICTURE_SIDE)
      const hash = hashPicture(brightnessOf(context.getImageData(0, 0, PICTURE_SIDE, PICTURE_SIDE).data))
      if (hash) hashes.push(btoa(String.fromCharCode(...hash)))
    }
    return hashes
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

function after(video: HTMLVideoElement, event: string, signal: AbortSignal, act: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => reject(new Error('The clip does not play here'))
    signal.throwIfAborted()
    signal.addEventListener('abort', give, { once: true })
    video.addEventListener('error', give, { once: true })
    video.addEventListener(event, () => resolve(), { once: true })
    act()
  })
}

/** Returns the brightness of each pixel by BT.709, the colour space of the server's own files. */
function brightnessOf(rgba: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from(
    { length: rgba.length / 4 },
    (_, at) => 0.2126 * rgba[4 * at]! + 0.7152 * rgba[4 * at + 1]! + 0.0722 * rgba[4 * at + 2]!,
  )
}
