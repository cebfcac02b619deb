import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { PREVIEW_PIXELS_MAX, PREVIEW_SECONDS_MAX } from '../../../media/encode/preview-limits.ts'
import type { VideoColumns } from '../reading/present-video.ts'

// Each kind of rendition has its own queue. Posters therefore do not wait behind previews, or previews behind streams.
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

type OwnedVideo = VideoColumns<'id' | 'userId'>
type MeasuredVideo = VideoColumns<'width' | 'height' | 'durationSeconds' | 'framesCount'>

/** A video whose renditions can be enqueued. */
export type RenderedVideo = OwnedVideo & MeasuredVideo
export const renderedColumns = sql`id, user_id, width, height, duration_seconds, frames_count`

/**
 * Enqueues the missing renditions of a published video: poster and preview, which are made at the same time. The
 * preview's job enqueues the stream. Each job makes nothing if its rendition exists.
 */
export async function enqueueRenditions(jobs: Jobs, tx: Db, video: RenderedVideo): Promise<void> {
  const { id, userId } = video
  // The cost is constant, because a poster needs only a few frames of any clip.
  await jobs.enqueue(tx, 'render-poster', { videoId: id, hasPreviewJob: true }, { userId, cost: 1 })
  await enqueueRendition(jobs, tx, 'preview', video)
}

/** Enqueues a poster that shows the creator's current choice. */
export function enqueueCover(jobs: Jobs, tx: Db, { id, userId }: OwnedVideo): Promise<void> {
  return jobs.enqueue(tx, 'render-cover', { videoId: id }, { userId, cost: 1 })
}

type Rendition = 'preview' | 'stream'

export function enqueueRendition(jobs: Jobs, tx: Db, rendition: Rendition, video: RenderedVideo): Promise<void> {
  const { queue, cost } = queueOf(rendition, video)
  return jobs.enqueue(tx, queue, { videoId: video.id }, { userId: video.userId, cost })
}

/** Returns the queue and the cost of a job, from the number of pixels to decode. */
export function queueOf(rendition: Rendition, { width, height, durationSeconds, framesCount }: MeasuredVideo) {
  const allPixels = width * height * (framesCount ?? Math.ceil(durationSeconds * FRAME_RATE_IF_UNKNOWN))
  const previewShare = Math.min(1, PREVIEW_SECONDS_MAX / durationSeconds)
  const pixels = rendition === 'stream' ? allPixels : Math.min(PREVIEW_PIXELS_MAX, allPixels * previewShare)
  const queue = pixels <= SHORT_PIXELS_MAX ? (`render-${rendition}` as const) : (`render-long-${rendition}` as const)
  return { queue, cost: Math.max(1, Math.round(pixels / PIXELS_A_UNIT)) }
}
