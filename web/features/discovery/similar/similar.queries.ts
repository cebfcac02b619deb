import { infiniteQueryOptions } from '@tanstack/react-query'
import { listSimilarVideos } from '../../../../contract/discovery/similar.ts'
import { call } from '../../../net/api.ts'

/**
 * The data has the shape of paged lists (`videos/video-cache.ts`), although there is a single page, so that changes to
 * a clip are applied here, too.
 */
export const similarVideosQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/videos', id, 'similar'],
    queryFn: ({ signal }) => call(listSimilarVideos, { params: { id } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: () => undefined,
  })
