import { listSimilarVideos } from '../../../../contract/discovery/similar.ts'
import { videoList } from '../../../videos/video-list.ts'

/** There is a single page. */
export const similarVideosQuery = (id: string) =>
  videoList(listSimilarVideos, { params: { id } }, { order: 'ranked', leavesOutMuted: true })
