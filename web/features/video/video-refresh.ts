import type { QueryClient } from '@tanstack/react-query'
import { isVideoList } from './video-cache.ts'

/** After a like or a view: the lists on screen may ask again. */
export function touchVideoLists(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => isVideoList(queryKey), refetchType: 'none' })
}
