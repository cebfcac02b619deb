import { getAccount } from '../../../../contract/account/account.ts'
import { listAccountEvents } from '../../../../contract/account/account-events.ts'
import { listDevices } from '../../../../contract/account/devices.ts'
import { listPasskeys } from '../../../../contract/account/passkeys.ts'
import { propertyQuery } from '../../../net/endpoint-query.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { freshPersonal } from '../../../viewer/viewer-cache.ts'

export const devicesQuery = propertyQuery(listDevices, 'devices', freshPersonal)

/**
 * A filter for everything that the sign-in settings show. The filter includes the events, because the next page would
 * otherwise announce a change that the user has just made.
 */
export const signInSettings = callsOf(getAccount, listPasskeys, listDevices, listAccountEvents)
