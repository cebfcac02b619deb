import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  requestReset,
  recover,
  resetPassword,
  type RecoverBody,
  type ResetPasswordBody,
} from '../../../../contract/account/recovery.ts'
import { getOwnUser } from '../../../../contract/account/sign-in.ts'
import { ApiError, call } from '../../../net/api.ts'
import { ownUserQuery, replaceUser } from '../../../viewer/viewer.queries.ts'

export function useAskForReset() {
  return useMutation({ mutationFn: (email: string) => call(requestReset, { body: { email } }) })
}

export function useRecover() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RecoverBody) => call(recover, { body }),
    onSuccess: (user) => replaceUser(client, user),
  })
}

export function useResetPassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ResetPasswordBody) => call(resetPassword, { body }),
    onSuccess: async () => {
      // The account may be the one that is signed in here, in which case its session has ended.
      if (client.getQueryData(ownUserQuery.queryKey) && (await isSignedOut())) replaceUser(client, null)
    },
  })
}

async function isSignedOut(): Promise<boolean> {
  try {
    await call(getOwnUser)
    return false
  } catch (error) {
    return error instanceof ApiError && error.status === 401
  }
}
