import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { itemsOf } from '../../../net/paged-lists.ts'
import { useKeys } from '../../../page/use-keys.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { PendingCommentDesk } from '../desks/pending-comment-desk.tsx'
import { pendingCommentsQuery, pendingReasonTexts } from '../desks/pending-comments.queries.ts'
import { Workbench, QueueItem } from './workbench.tsx'

/** The pending comments, oldest first. */
export function PendingCommentsTab() {
  const query = useInfiniteQuery(pendingCommentsQuery)
  const [chosen, setChosen] = useState<string>()
  const comments = itemsOf(query.data, 'comments')
  const here = Math.max(
    0,
    comments.findIndex(({ id }) => id === chosen),
  )
  const shown = comments[here]
  const next = comments[here + 1]?.id ?? comments[here - 1]?.id
  const go = (by: number) => setChosen(comments[here + by]?.id ?? shown?.id)
  useKeys({ j: () => go(1), k: () => go(-1) })
  return (
    <PagedList
      query={query}
      what="pending comments"
      items={comments}
      empty={
        <Notice
          heading="No pending comments"
          sentence="New accounts’ comments with links or repeated text appear here for review."
        />
      }
    >
      {(more) => (
        <Workbench
          queue={
            <>
              <ol aria-label="Pending comments" className="flex flex-col gap-1">
                {comments.map(({ id, text, heldBecause, createdAt }) => (
                  <QueueItem key={id} title={text} isChosen={id === shown?.id} onChoose={() => setChosen(id)}>
                    {pendingReasonTexts[heldBecause]} · <RelativeTime iso={createdAt} />
                  </QueueItem>
                ))}
              </ol>
              {more}
            </>
          }
        >
          {shown && <PendingCommentDesk key={shown.id} comment={shown} onDone={() => setChosen(next)} />}
        </Workbench>
      )}
    </PagedList>
  )
}
