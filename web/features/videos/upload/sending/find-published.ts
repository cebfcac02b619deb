import { listUserVideos, type Video } from '../../../../../contract/videos/videos.ts'
import { call } from '../../../../net/api.ts'
import { objectIdOf } from '../../../../net/upload-address.ts'

/**
 * The video that was made of an upload, if one was. The newest come first, so that one page is enough.
 *
 * @throws {ApiError | TypeError} If there is no answer.
 */
export async function findPublished(userId: string, uploadURL: string): Promise<Video | undefined> {
  const { videos } = await call(listUserVideos, { params: { userId }, query: {} })
  return videos.find(({ videoUrl }) => objectIdOf(videoUrl) === objectIdOf(uploadURL))
}
