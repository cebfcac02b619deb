import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  requestApproval,
  getJoinRequest,
  type JoinRequestBody,
} from '../../../../contract/account/registration-approval.ts'
import { getSite } from '../../../../contract/site/settings.ts'
import { call } from '../../../net/api.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** The site's registration mode and contact address. */
export const siteQuery = endpointQuery(getSite, {}, { staleTime: 0 })

export const joinRequestQuery = endpointQuery(getJoinRequest, {}, { meta: personal, staleTime: 0 })

export function useAskToJoin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: JoinRequestBody) => call(requestApproval, { body }),
    onSuccess: (request) => {
      client.setQueryData(joinRequestQuery.queryKey, request)
      showToast('Sent', 'An admin will read it.')
    },
    onError: (error) => showErrorToast('We couldn’t send your request', whyFailed(error)),
  })
}
