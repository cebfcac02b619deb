import { useMutation, useQueryClient } from '@tanstack/react-query'
import { disputeFirst, getFirstHere } from '../../../../contract/videos/duplicates.ts'
import { ApiError, call } from '../../../net/api.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

export const firstHereQuery = (id: string) =>
  // The response has more fields for the clip's owner.
  endpointQuery(getFirstHere, { params: { id } }, { meta: personal })

export function useDispute(id: string, onSent: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(disputeFirst, { params: { id }, body: { text } }),
    onSuccess: (now) => {
      client.setQueryData(firstHereQuery(id).queryKey, now)
      showToast('Removed from the page')
      onSent()
    },
    onError: (error) => {
      const sentence = error instanceof ApiError ? error.sentence : undefined
      showErrorToast('We couldn’t send this', sentence ?? 'Please try again.')
    },
  })
}
