import {
  type InvalidateQueryFilters,
  type QueryClient,
  useMutation,
  type UseMutationOptions,
} from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { dismissFailure, reportFailure, showErrorToast } from './toast.ts'

interface ActionOptions<Result, Input, Context> extends UseMutationOptions<Result, Error, Input, Context> {
  /**
   * Selects the cached queries that the action may change. Those on the screen are refetched when the action ends, even
   * if it failed, because another user or tab may have acted first. Until then, the action is pending.
   */
  affects?: InvalidateQueryFilters | undefined
}

/**
 * Returns a mutation for an action that the user must not start twice. It ignores an attempt while another is under
 * way. A new attempt dismisses the toast with which `onError` or `toastInvalid` reported the last failure. If the input
 * must be validated first, the attempt starts with `begin`.
 */
export function useAction<Result, Input = void, Context = unknown>(
  { affects, ...options }: ActionOptions<Result, Input, Context>,
  client?: QueryClient,
) {
  // A second press can precede the rendering of the first, so `isPending` is not enough.
  const isUnderWay = useRef(false)
  const onError: typeof options.onError = (...failure) => reportFailure(isUnderWay, () => options.onError?.(...failure))
  const onSettled: typeof options.onSettled = async (...outcome) => {
    await options.onSettled?.(...outcome)
    if (affects) await outcome[4].client.invalidateQueries(affects)
  }
  const { mutate, isPending, data, error } = useMutation({ ...options, onError, onSettled }, client)
  useLayoutEffect(() => {
    if (!isPending) isUnderWay.current = false
  })
  /** Begins an attempt. @returns Whether no other attempt is under way. */
  const begin = () => {
    if (isUnderWay.current) return false
    dismissFailure(isUnderWay)
    return true
  }
  return {
    isPending,
    data,
    error,
    begin,
    /** Shows in an error toast why an attempt with this input is not sent. */
    toastInvalid: (...toast: Parameters<typeof showErrorToast>) =>
      reportFailure(isUnderWay, () => showErrorToast(...toast)),
    mutate: (...attempt: Parameters<typeof mutate>) => {
      if (!begin()) return
      isUnderWay.current = true
      mutate(...attempt)
    },
  }
}
