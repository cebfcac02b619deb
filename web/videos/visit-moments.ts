import { releaseVideo } from '../player/sources/release-video.ts'

/** Maximum milliseconds for all moments, so that a clip that stalls does not stay open forever. */
const GIVE_UP_MS = 30_000

/**
 * Plays a clip at a few moments, one after the other, in a hidden player.
 *
 * @param url An address of this site or a blob address.
 * @param times Seconds from the start.
 * @param visit Called with the player when it shows a moment, and the index of the moment.
 * @throws {Error} If the clip does not play here, or it takes too long.
 */
export async function visitMoments(
  url: string,
  times: readonly number[],
  signal: AbortSignal,
  visit: (video: HTMLVideoElement, i: number) => void,
): Promise<void> {
  const video = document.createElement('video')
  const until = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)])
  try {
    video.muted = true
    video.preload = 'auto'
    await after(video, 'loadeddata', until, () => (video.src = url))
    for (const [i, time] of times.entries()) {
      await after(video, 'seeked', until, () => (video.currentTime = time))
      visit(video, i)
    }
  } finally {
    releaseVideo(video)
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
