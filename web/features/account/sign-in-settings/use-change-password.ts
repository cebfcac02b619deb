import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePassword } from '../../../../contract/account/password.ts'
import type { RequestOf } from '../../../../contract/endpoint.ts'
import { call } from '../../../net/api.ts'
import { showToast } from '../../../page/toast.ts'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { eventsQuery } from './account-events.queries.ts'
import { devicesQuery } from './devices.queries.ts'

export function useChangePassword(onChanged: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestOf<typeof changePassword>['body']) => call(changePassword, { body }),
    onSuccess: () => {
      onChanged()
      showToast('Password changed', 'All other devices signed out.')
      for (const { queryKey } of [accountQuery, devicesQuery, eventsQuery]) void client.invalidateQueries({ queryKey })
    },
  })
}
