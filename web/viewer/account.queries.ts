import { getAccount } from '../../contract/account/account.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { personal } from './viewer-cache.ts'

/** The account of the signed-in user. */
export const accountQuery = endpointQuery(getAccount, {}, { meta: personal, staleTime: 0 })
