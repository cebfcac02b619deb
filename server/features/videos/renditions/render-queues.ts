import type { Db } from '../../../db/connect.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { PREVIEW_PIXELS_MAX, PREVIEW_SECONDS_MAX } from '../../../media/encode/preview-limits.ts'

// Each kind of rendition has its own queue, so that posters do not wait behind previews, nor previews behind streams.
// Work that takes minutes has separate queues from work that takes seconds. In each queue users take turns, weighted by
// the cost of their jobs.

/**
 * Maximum number of pixels of a short job: about a minute of 1080p at 30 frames per second. Two cores decode and encode
 * a few hundred million pixels per second.
 */
const SHORT_PIXELS_MAX = 4e9
/** Number of pixels per unit of cost. */
const PIXELS_A_UNIT = 1e9
const FRAME_RATE_IF_UNKNOWN = 30

interface Person {
  id: string
  userId: string
}

interface Rendered {
  width: number
  height: number
  durationSeconds: number
  framesCount: number | null
}

/** Enqueues a poster. Its cost is constant, because it needs only a few frames of any clip. */
export function enqueuePoster(jobs: Jobs, tx: Db, { id, userId }: Person): Promise<void> {
  return jobs.send(tx, 'render-poster', { videoId: id }, { userId, cost: 1 })
}

/** Enqueues a poster that shows the frame that the creator has chosen. */
export function enqueueCover(jobs: Jobs, tx: Db, { id, userId }: Person): Promise<void> {
  return jobs.send(tx, 'render-cover', { videoId: id }, { userId, cost: 1 })
}

export function enqueuePreview(jobs: Jobs, tx: Db, video: Rendered & Person): Promise<void> {
  const { queue, cost } = previewQueue(video)
  return jobs.send(tx, queue, { videoId: video.id }, { userId: video.userId, cost })
}

export function enqueueStream(jobs: Jobs, tx: Db, video: Rendered & Person): Promise<void> {
  const { queue, cost } = streamQueue(video)
  return jobs.send(tx, queue, { videoId: video.id }, { userId: video.userId, cost })
}

export function previewQueue(video: Rendered) {
  const seenShare = Math.min(1, PREVIEW_SECONDS_MAX / video.durationSeconds)
  const pixels = Math.min(PREVIEW_PIXELS_MAX, pixelsOf(video) * seenShare)
  return { queue: isShort(pixels) ? 'render-preview' : 'render-long-preview', cost: costOf(pixels) } as const
}

export function streamQueue(video: Rendered) {
  const pixels = pixelsOf(video)
  return { queue: isShort(pixels) ? 'render-stream' : 'render-long-stream', cost: costOf(pixels) } as const
}

/** Returns the number of pixels to decode, estimated if the number of frames is unknown. */
function pixelsOf({ width, height, durationSeconds, framesCount }: Rendered): number {
  return width * height * (framesCount ?? Math.ceil(durationSeconds * FRAME_RATE_IF_UNKNOWN))
}

function isShort(pixels: number): boolean {
  return pixels <= SHORT_PIXELS_MAX
}

function costOf(pixels: number): number {
  return Math.max(1, Math.round(pixels / PIXELS_A_UNIT))
}
