import { queryOptions } from '@tanstack/react-query'
import { getLineage } from '../../../../contract/videos/lineage.ts'
import { call } from '../../../net/api.ts'

/** The clip's parents, and whether the viewer may remix it. The query is always refetched. */
export const lineageQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/videos', id, 'lineage'],
    queryFn: ({ signal }) => call(getLineage, { params: { id } }, { signal }),
    staleTime: 0,
  })
