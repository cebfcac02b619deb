import { QueryClient } from '@tanstack/react-query'

/** The default options: no retries, no automatic refetching, data is never stale. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network, calls fail at once instead of silently waiting for it.
      networkMode: 'always',
      retry: false,
      staleTime: Infinity,
      // Keeps the wall unchanged for a viewer who returns to it, even after a long visit to a video.
      gcTime: 60 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
