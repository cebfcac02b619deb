import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { disputeFirst, getFirstHere } from '../../../../contract/videos/duplicates.ts'
import { ApiError, call } from '../../../net/api.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

export const firstHereQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/videos', id, 'first'],
    queryFn: ({ signal }) => call(getFirstHere, { params: { id } }, { signal }),
    // The response has more fields for the clip's owner.
    meta: personal,
  })

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
