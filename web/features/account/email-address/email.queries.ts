import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeEmail, type ChangeEmailBody, sendVerification } from '../../../../contract/account/email.ts'
import { call } from '../../../net/api.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { ownUserQuery } from '../../../viewer/viewer.queries.ts'

/** Returns a function that changes the e-mail address. Calling it with the current address cancels a pending change. */
export function useChangeEmail() {
  const client = useQueryClient()
  return async (body: ChangeEmailBody) => {
    await call(changeEmail, { body })
    await Promise.all([
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
      client.invalidateQueries({ queryKey: ownUserQuery.queryKey }),
    ])
  }
}

export function useSendVerification() {
  return useMutation({
    mutationFn: () => call(sendVerification),
    onSuccess: () => showToast('Email sent', 'Can’t find it? Check your spam folder. We send up to three an hour.'),
    onError: (error) => showErrorToast('No email was sent', whyFailed(error)),
  })
}
