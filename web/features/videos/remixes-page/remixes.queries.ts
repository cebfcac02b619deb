import { getAncestors, listRemixes } from '../../../../contract/videos/lineage.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { videoList } from '../../../videos/video-list.ts'

export const ancestorsQuery = (id: string) => endpointQuery(getAncestors, { params: { id } }, { staleTime: 0 })

export const remixesQuery = (id: string) =>
  videoList(listRemixes, { params: { id } }, { order: 'ranked', leavesOutMuted: true, staleTime: 0 })
