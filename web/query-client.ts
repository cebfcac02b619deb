import { QueryClient } from '@tanstack/react-query'

/** The specification's request defaults: no retries, no refetching by itself, results never stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Infinity,
      // Coming back to the wall finds it as it was, also after a long look at one video.
      gcTime: 60 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false },
  },
})
