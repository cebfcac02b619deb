import { getAccount } from '../../contract/account/account.ts'
import { getOwnUser } from '../../contract/account/session.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { callsOf } from '../net/query-keys.ts'
import { freshPersonal } from './viewer-cache.ts'

/** The account of the signed-in user. */
export const accountQuery = endpointQuery(getAccount, {}, freshPersonal)

/** A filter for the queries with the e-mail address of the signed-in user. */
export const accountAndUser = callsOf(getAccount, getOwnUser)
