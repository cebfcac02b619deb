import { listPasskeys } from '../../contract/account/passkeys.ts'
import { propertyQuery } from '../net/endpoint-query.ts'
import { freshPersonal } from './viewer-cache.ts'

/** The user's own passkeys, latest first. */
export const passkeysQuery = propertyQuery(listPasskeys, 'passkeys', freshPersonal)
