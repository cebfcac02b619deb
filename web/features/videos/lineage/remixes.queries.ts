import { queryOptions } from '@tanstack/react-query'
import { getAncestors, listRemixes } from '../../../../contract/videos/lineage.ts'
import { call } from '../../../net/api.ts'
import { pagedQuery } from '../../../net/paged-query.ts'

export const ancestorsQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/videos', id, 'ancestors'],
    queryFn: ({ signal }) => call(getAncestors, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** The data has the shape of paged lists (`videos/video-cache.ts`), so that changes to a clip are applied here, too. */
export const remixesQuery = (id: string) =>
  pagedQuery(
    ['/api/videos', id, 'remixes'],
    ({ cursor, signal }) => call(listRemixes, { params: { id }, query: { cursor } }, { signal }),
    { staleTime: 0 },
  )
