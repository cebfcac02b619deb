import { listSimilarVideos } from '../../../../contract/discovery/similar.ts'
import { videoList } from '../../../videos/video-list.ts'

/** The clips similar to a clip, in a single page. */
export const similarVideosQuery = (id: string) =>
  videoList(listSimilarVideos, { params: { id } }, { order: 'ranked', leavesOutMuted: true })
