import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getAccount } from '../../../../contract/account/account.ts'
import { listAccountEvents } from '../../../../contract/account/account-events.ts'
import { type Device, endDevice, endOtherDevices, listDevices } from '../../../../contract/account/devices.ts'
import { listPasskeys } from '../../../../contract/account/passkeys.ts'
import { call, toastFailure } from '../../../net/api.ts'
import { propertyQuery } from '../../../net/endpoint-query.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { showToast } from '../../../page/toast.ts'
import { freshPersonal } from '../../../viewer/viewer-cache.ts'

/** The signed-in user's sessions. */
export const devicesQuery = propertyQuery(listDevices, 'devices', freshPersonal)

/**
 * A filter for everything that the sign-in settings show. The events are part of it, because the next page would
 * otherwise announce a change that the user has just made.
 */
export const signInSettings = callsOf(getAccount, listPasskeys, listDevices, listAccountEvents)

/** Returns a mutation that ends one of the user's other sessions. */
export function useEndDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Device) => call(endDevice, { params: { id } }),
    onSuccess: (_, device) => showToast(`${nameOf(device)} is signed out`),
    onError: toastFailure('We couldn’t sign out this device'),
    // The list is also refetched after a failure: the session may have ended already.
    onSettled: () => client.invalidateQueries(devicesQuery),
  })
}

/** Returns a mutation that ends all of the user's other sessions. */
export function useEndOthers(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endOtherDevices),
    onSuccess: () => showToast('All other devices signed out'),
    onError: toastFailure('We couldn’t sign out your other devices'),
    onSettled: () => {
      onDone()
      return client.invalidateQueries(devicesQuery)
    },
  })
}

export function nameOf({ browser }: Device): string {
  return browser ?? 'Unknown app'
}
