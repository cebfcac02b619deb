import { getAccount } from '../../contract/account/account.ts'
import { listPasskeys } from '../../contract/account/passkeys.ts'
import { getOwnStorage } from '../../contract/videos/uploads.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { personal } from './viewer-cache.ts'

/** The account of the signed-in user. */
export const accountQuery = endpointQuery(getAccount, {}, { meta: personal, staleTime: 0 })

/** How much the signed-in user stores. Always stale, because uploads, deletions and renditions change it. */
export const storageQuery = endpointQuery(getOwnStorage, {}, { meta: personal, staleTime: 0 })

/** The user's own passkeys, latest first. */
export const passkeysQuery = endpointQuery(
  listPasskeys,
  {},
  {
    read: async (reply) => (await reply).passkeys,
    meta: personal,
    staleTime: 0,
  },
)
