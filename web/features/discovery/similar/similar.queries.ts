import { infiniteQueryOptions } from '@tanstack/react-query'
import { listSimilarVideos } from '../../../../contract/discovery/similar.ts'
import { call } from '../../../net/api.ts'

/** In the shape of lists (`videos/video-cache.ts`), though it has one page: what changes about a clip changes here, too. */
export const similarVideosQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/videos', id, 'similar'],
    queryFn: ({ signal }) => call(listSimilarVideos, { params: { id } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: () => undefined,
  })
