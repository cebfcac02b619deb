/** Test helpers: files that the server would have made from a video, for tests that are not about making them. */
import { createPendingObject, publishMade } from '../../../objects/objects.queries.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import type { TestApp } from '../../../test/test-app.ts'

/** Stores a sample as a file made from the video. @returns The id of its object. */
export async function storeMadeFile(t: TestApp, videoId: string, contentType: string): Promise<string> {
  const { userId: ownerId } = await t.row('videos', videoId)
  const id = await createPendingObject(t.db, { madeFor: videoId })
  const { sizeBytes } = await t.deps.storage.writeFile(id, sampleClip('plain-h264.mp4'))
  await publishMade(t.db, { id, ownerId, madeFor: videoId, contentType, sizeBytes })
  return id
}

/** Gives the video a poster and a preview. */
export async function givePosterAndPreview(t: TestApp, videoId: string): Promise<void> {
  const posterId = await storeMadeFile(t, videoId, 'image/webp')
  const previewId = await storeMadeFile(t, videoId, 'video/mp4')
  await t.change('videos', videoId, { posterId, previewId, status: 'ready' })
  t.deps.signals.emit(VIDEO_CHANGED, videoId)
}
