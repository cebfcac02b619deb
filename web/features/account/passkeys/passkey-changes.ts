import { useQueryClient } from '@tanstack/react-query'
import type { Account } from '../../../../contract/account/account.ts'
import {
  addPasskey,
  changePasskeysOnly,
  removePasskey,
  renamePasskey,
  type Passkey,
  type RenamePasskeyBody,
} from '../../../../contract/account/passkeys.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { createPasskey } from '../../../passkeys/authenticator.ts'
import { signInSettings } from '../sign-in-settings/sign-in-settings.queries.ts'

/** Returns a function that adds a passkey. The browser asks where to save it. */
export function useAddPasskey(user: OwnUser) {
  const client = useQueryClient()
  return async ({ name }: RenamePasskeyBody) => {
    await call(addPasskey, { body: { ...(await createPasskey(user)), name } })
    await client.invalidateQueries(signInSettings)
    showToast('Passkey added', 'You can sign in with it from now on.')
  }
}

export function useRenamePasskey({ id }: Passkey) {
  const client = useQueryClient()
  return async (body: RenamePasskeyBody) => {
    await call(renamePasskey, { params: { id }, body })
    await client.invalidateQueries(signInSettings)
  }
}

/**
 * Returns a mutation that removes a passkey and either ends or keeps the user's other sessions.
 *
 * @param onSettled Called before the list is fetched again.
 */
export function useRemovePasskey({ id }: Passkey, onSettled: () => void) {
  return useAction({
    mutationFn: (others: 'end' | 'keep') => call(removePasskey, { params: { id }, query: { others } }),
    onSuccess: (_, others) =>
      showToast(
        'Passkey removed',
        others === 'end' ? 'You’ve been signed out everywhere else.' : 'You can no longer sign in with it.',
      ),
    onError: toastFailure('The passkey wasn’t removed'),
    onSettled,
    affects: signInSettings,
  })
}

/** Returns a mutation that turns password sign-in off (`true`) or on. */
export function useChangePasskeysOnly() {
  return useAction({
    mutationFn: (isOn: boolean) => call(changePasskeysOnly, { body: { isOn } }),
    onError: toastFailure('Nothing was changed'),
    affects: signInSettings,
  })
}

/**
 * Whether the account works without a password: it has two passkeys for this site, or one passkey and recovery codes.
 */
export function canDoWithoutPassword(
  passkeys: readonly Passkey[],
  { recoveryCodesLeft }: Pick<Account, 'recoveryCodesLeft'>,
): boolean {
  const count = passkeys.filter(({ isForHere }) => isForHere).length
  return count >= 2 || (count === 1 && recoveryCodesLeft > 0)
}
