import { queryOptions } from '@tanstack/react-query'
import { getLineage } from '../../../../contract/videos/lineage.ts'
import { call } from '../../../net/api.ts'

/** What a clip was made from, and whether the viewer may remix it: asked anew each time. */
export const lineageQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/videos', id, 'lineage'],
    queryFn: ({ signal }) => call(getLineage, { params: { id } }, { signal }),
    staleTime: 0,
  })
