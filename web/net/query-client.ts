import { QueryClient } from '@tanstack/react-query'

/** The specification's request defaults: no retries, no refetching by itself, results never stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network calls fail at once and say so, instead of waiting unseen for it to come back.
      networkMode: 'always',
      retry: false,
      staleTime: Infinity,
      // Coming back to the wall finds it as it was, also after a long look at one video.
      gcTime: 60 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
