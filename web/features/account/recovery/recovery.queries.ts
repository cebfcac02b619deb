import { useQueryClient } from '@tanstack/react-query'
import { resetPassword, type ResetPasswordBody } from '../../../../contract/account/recovery.ts'
import { getOwnUser } from '../../../../contract/account/session.ts'
import { ApiError, call } from '../../../net/api.ts'
import { ownUserQuery, replaceUser } from '../../../viewer/viewer.queries.ts'

/** Returns a function that sets a new password with the token of a link. */
export function useResetPassword() {
  const client = useQueryClient()
  return async (body: ResetPasswordBody) => {
    await call(resetPassword, { body })
    // If the account is the one that is signed in here, the reset has ended its session.
    if (client.getQueryData(ownUserQuery.queryKey) && (await isSignedOut())) replaceUser(client, null)
  }
}

async function isSignedOut(): Promise<boolean> {
  try {
    await call(getOwnUser)
    return false
  } catch (error) {
    return error instanceof ApiError && error.status === 401
  }
}
