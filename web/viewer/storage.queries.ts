import { getOwnStorage } from '../../contract/videos/uploads.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { freshPersonal } from './viewer-cache.ts'

/** How much the signed-in user stores. Uploads, deletions and renditions change it. */
export const storageQuery = endpointQuery(getOwnStorage, {}, freshPersonal)
