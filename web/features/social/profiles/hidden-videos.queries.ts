import { listHiddenVideos } from '../../../../contract/videos/hiding.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** The viewer's own hidden clips, newest first. A decision or an appeal can change them at any time. */
export const hiddenVideosQuery = (userId: string) =>
  pagedQuery(listHiddenVideos, {}, { userId, meta: personal, refetchOnMount: 'always' })
