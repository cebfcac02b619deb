import { getOwnStorage } from '../../contract/videos/uploads.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { personal } from './viewer-cache.ts'

/** How much the signed-in user stores. Always stale, because uploads, deletions and renditions change it. */
export const storageQuery = endpointQuery(getOwnStorage, {}, { meta: personal, staleTime: 0 })
