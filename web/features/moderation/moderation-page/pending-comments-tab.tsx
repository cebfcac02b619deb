import { useInfiniteQuery } from '@tanstack/react-query'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { itemsOf } from '../../../net/paged-query.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { typedTextOf } from '../decisions/draft.ts'
import { pendingCommentsQuery, pendingReasonTexts } from '../desks/moderation.queries.ts'
import { PendingCommentDesk } from '../desks/pending-comment-desk.tsx'
import { QueueItem, useShownEntry, Workbench } from './workbench.tsx'

/** The pending comments, oldest first. */
export function PendingCommentsTab() {
  const query = useInfiniteQuery(pendingCommentsQuery)
  const comments = itemsOf(query.data, 'comments')
  const { shown, unsentText, choose, leave } = useShownEntry(comments, ({ id }) => id, typedTextOf)
  return (
    <PagedList
      query={query}
      what="pending comments"
      items={shown ? [shown] : []}
      empty={
        <Notice
          heading="No pending comments"
          sentence="New accounts’ comments that look like spam, and comments with blocked links, appear here for review."
        />
      }
    >
      {(more) => (
        <Workbench
          queue={
            <>
              <ol aria-label="Pending comments" className="flex flex-col gap-1">
                {comments.map(({ id, text, heldBecause, createdAt }) => (
                  <QueueItem key={id} title={text} isChosen={id === shown?.id} onChoose={() => choose(id)}>
                    {pendingReasonTexts[heldBecause]} · <RelativeTime iso={createdAt} />
                  </QueueItem>
                ))}
              </ol>
              {more}
            </>
          }
        >
          {shown && (
            <PendingCommentDesk key={shown.id} comment={shown} unsentText={unsentText} onDone={() => leave(shown)} />
          )}
        </Workbench>
      )}
    </PagedList>
  )
}
