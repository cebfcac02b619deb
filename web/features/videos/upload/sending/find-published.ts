import { listUserVideos, type Video } from '../../../../../contract/videos/videos.ts'
import { call } from '../../../../net/api.ts'
import { objectIdOf } from '../../../../net/upload-address.ts'

/**
 * Returns the video that was published from an upload, if there is one. The newest videos come first, so one page is
 * enough.
 *
 * @throws {ApiError | TypeError} If the request fails.
 */
export async function findPublished(userId: string, uploadURL: string): Promise<Video | undefined> {
  const { videos } = await call(listUserVideos, { params: { userId }, query: {} })
  return videos.find(({ videoUrl }) => objectIdOf(videoUrl) === objectIdOf(uploadURL))
}
