import type { Frame } from 'node-av/lib'
import { hashPicture, PICTURE_SIDE } from '../../../contract/media/fingerprints/picture.ts'
import { containerOfVideo } from '../decode/containers.ts'
import { FilterChain, type FilterStep } from '../decode/filter-chain.ts'
import { VideoSource } from '../decode/video-source.ts'
import type { MediaResults } from '../results.ts'
import { FRAMES_MAX } from '../tasks.ts'

const FRAME_RATE_MAX = 30
/** Tolerance for rounded timestamps, in seconds. */
const LENIENCE_SECONDS = 0.005

/**
 * Hashes frames at even intervals of a rendition. Renditions are upright, with square pixels and standard dynamic
 * range.
 */
export async function takeFingerprint(filePath: string): Promise<MediaResults['fingerprint']> {
  const source = new VideoSource(filePath, await containerOfVideo(filePath), { threads: 1 })
  const gapSeconds = Math.max(1 / FRAME_RATE_MAX, source.durationSeconds / FRAMES_MAX) - LENIENCE_SECONDS
  const frames: MediaResults['fingerprint']['frames'] = []
  let chain: FilterChain | undefined
  let firstPts: bigint | undefined
  let nextSeconds = 0
  let looks = 0
  for (const frame of source.frames()) {
    const seconds = source.secondsBetween((firstPts ??= frame.pts), frame.pts)
    if (seconds < nextSeconds) continue
    if (looks++ === FRAMES_MAX) break
    nextSeconds = seconds + gapSeconds
    chain ??= brightness(frame, source)
    for (const shown of chain.run(frame)) {
      const hash = hashPicture(shown.toBuffer())
      if (hash) frames.push([Math.round(seconds * 1000) / 1000, Buffer.from(hash).toString('base64')])
    }
  }
  return { frames }
}

function brightness(sample: Frame, { video }: VideoSource): FilterChain {
  const scale: FilterStep = ['scale', `w=${PICTURE_SIDE}:h=${PICTURE_SIDE}:flags=area`]
  return new FilterChain([scale, ['format', 'gray']], sample, video.timeBase)
}
