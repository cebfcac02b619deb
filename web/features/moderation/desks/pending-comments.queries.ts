import type { QueryClient } from '@tanstack/react-query'
import {
  type PendingCommentPage,
  listPendingComments,
  type PendingComment,
} from '../../../../contract/moderation/pending-comments.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { mapPages, type Pages } from '../../../net/paged-lists.ts'
import { polled } from '../cases/case.queries.ts'

/** Short reasons why a comment is pending, by `heldBecause`. */
export const pendingReasonTexts: Record<PendingComment['heldBecause'], string> = {
  link: 'Contains a link',
  repeat: 'Repeated text',
  word: 'Contains a word on your list',
}

export const pendingCommentsQuery = pagedQuery(listPendingComments, {}, polled)

/** Removes a reviewed comment from the cached queue. */
export function removeFromPending(client: QueryClient, id: string): void {
  client.setQueryData<Pages<PendingCommentPage>>(pendingCommentsQuery.queryKey, (list) =>
    mapPages(list, 'comments', (comments) => comments.filter((one) => one.id !== id)),
  )
}
