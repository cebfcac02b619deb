import { type QueryClient, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'

/**
 * Returns a mutation for an action that the user must not start twice. It ignores an attempt while another is under
 * way.
 */
export function useAction<Result, Input = void, Context = unknown>(
  options: UseMutationOptions<Result, Error, Input, Context>,
  client?: QueryClient,
) {
  // A second press can precede the rendering of the first, so `isPending` is not enough.
  const isUnderWay = useRef(false)
  const action = useMutation(options, client)
  const { mutate, isPending } = action
  useLayoutEffect(() => {
    if (!isPending) isUnderWay.current = false
  })
  return {
    ...action,
    /** Whether an attempt is under way, even if that is not rendered yet. */
    isUnderWay: () => isUnderWay.current,
    mutate: (...attempt: Parameters<typeof mutate>) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutate(...attempt)
    },
  }
}
