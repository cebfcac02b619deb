import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { commentsQuery } from '../../social/comments/comments.queries.ts'
import { lineageQuery } from '../lineage/lineage.queries.ts'

/**
 * Renders its children after the details of a clip, whose last part are the comments, have loaded or failed to.
 * Otherwise the details would push them down.
 */
export function AfterDetails({ videoId, children }: { videoId: string; children: ReactNode }) {
  const { isPending: awaitsLineage } = useQuery(lineageQuery(videoId))
  // The list of comments requests them.
  const { isPending: awaitsComments } = useInfiniteQuery({ ...commentsQuery(videoId), enabled: false })
  return !awaitsLineage && !awaitsComments && children
}
