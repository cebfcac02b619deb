import { getAccount } from '../../contract/account/account.ts'
import { getOwnUser } from '../../contract/account/session.ts'
import { listPasskeys } from '../../contract/account/passkeys.ts'
import { getOwnStorage } from '../../contract/videos/uploads.ts'
import { endpointQuery, propertyQuery } from '../net/endpoint-query.ts'
import { callsOf } from '../net/query-keys.ts'
import { freshPersonal } from './viewer-cache.ts'

/** The account of the signed-in user. */
export const accountQuery = endpointQuery(getAccount, {}, freshPersonal)

/** A filter for the queries with the e-mail address of the signed-in user. */
export const accountAndUser = callsOf(getAccount, getOwnUser)

/** How much the signed-in user stores. Uploads, deletions and renditions change it. */
export const storageQuery = endpointQuery(getOwnStorage, {}, freshPersonal)

/** The user's own passkeys, latest first. */
export const passkeysQuery = propertyQuery(listPasskeys, 'passkeys', freshPersonal)
