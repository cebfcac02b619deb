import { listPasskeys } from '../../../contract/account/passkeys.ts'
import { endpointQuery } from '../../net/endpoint-query.ts'
import { personal } from '../viewer-cache.ts'

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
