import { releaseVideo } from '../player/sources/release-video.ts'

/** Maximum milliseconds for all frames, so that a clip that stalls does not stay open forever. */
const TIMEOUT_MS = 30_000

/**
 * Shows a few frames of a clip, one after the other, in a hidden player.
 *
 * @param url An address of this site or a blob address.
 * @param times Seconds from the start.
 * @param visit Called with the player when it shows a frame, and the index of the frame.
 * @throws {Error} If the clip does not play here, or it takes too long.
 */
export async function visitFrames(
  url: string,
  times: readonly number[],
  signal: AbortSignal,
  visit: (video: HTMLVideoElement, i: number) => void,
): Promise<void> {
  const video = document.createElement('video')
  const signalOrTimeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    video.muted = true
    video.preload = 'auto'
    await eventAfter(video, 'loadeddata', signalOrTimeout, () => (video.src = url))
    for (const [i, time] of times.entries()) {
      await eventAfter(video, 'seeked', signalOrTimeout, () => (video.currentTime = time))
      visit(video, i)
    }
  } finally {
    releaseVideo(video)
  }
}

/** Acts, and resolves at the event that follows. */
function eventAfter(video: HTMLVideoElement, event: string, signal: AbortSignal, act: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The clip does not play here'))
    signal.throwIfAborted()
    signal.addEventListener('abort', fail, { once: true })
    video.addEventListener('error', fail, { once: true })
    video.addEventListener(event, () => resolve(), { once: true })
    act()
  })
}
