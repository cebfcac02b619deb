import { type QueryClient, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { dismissFailure, reportFailure, showErrorToast } from './toast.ts'

/**
 * Returns a mutation for an action that the user must not start twice. It ignores an attempt while another is under
 * way. A new attempt dismisses the toast with which `onError` or `toastInvalid` reported the last failure.
 */
export function useAction<Result, Input = void, Context = unknown>(
  options: UseMutationOptions<Result, Error, Input, Context>,
  client?: QueryClient,
) {
  // A second press can precede the rendering of the first, so `isPending` is not enough.
  const isUnderWay = useRef(false)
  const onError: typeof options.onError = (...failure) => reportFailure(isUnderWay, () => options.onError?.(...failure))
  const { mutate, isPending, data, error } = useMutation({ ...options, onError }, client)
  useLayoutEffect(() => {
    if (!isPending) isUnderWay.current = false
  })
  return {
    isPending,
    data,
    error,
    /** Whether an attempt is under way, even if that is not rendered yet. */
    isUnderWay: () => isUnderWay.current,
    /** Shows in an error toast why an attempt with this input is not sent. */
    toastInvalid: (...toast: Parameters<typeof showErrorToast>) =>
      reportFailure(isUnderWay, () => showErrorToast(...toast)),
    mutate: (...attempt: Parameters<typeof mutate>) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      dismissFailure(isUnderWay)
      mutate(...attempt)
    },
  }
}
