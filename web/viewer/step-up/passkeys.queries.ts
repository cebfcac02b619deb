import { queryOptions } from '@tanstack/react-query'
import { listPasskeys } from '../../../contract/account/passkeys.ts'
import { call } from '../../net/api.ts'
import { personal } from '../viewer-cache.ts'

/** The user's own passkeys, latest first. */
export const passkeysQuery = queryOptions({
  queryKey: ['/api/passkeys'],
  queryFn: async ({ signal }) => (await call(listPasskeys, {}, { signal })).passkeys,
  meta: personal,
  staleTime: 0,
})
