import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Comment } from '../../../../contract/social/comments.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { itemsOf } from '../../../net/paged-query.ts'
import { whenIdle } from '../../../page/when-idle.ts'
import { nameOf } from '../../../people/person.ts'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { CommentItem } from './comment-item.tsx'
import { commentsQuery, removeComment } from './comments.queries.ts'
import { SENDING_ID } from './post-comment.ts'

const DeleteCommentDialog = lazyPart(() => import('./delete-comment-dialog.tsx'), 'DeleteCommentDialog')
const ReportDialog = lazyPart(() => import('../../moderation/reports/report-dialog.tsx'), 'ReportDialog')

export interface CommentListProps {
  video: Video
  user: OwnUser | null | undefined
  /**
   * A card loads its comments once. The video page and the sheet refetch them each time they open. In the sheet, the
   * list fills the remaining height.
   */
  place: 'card' | 'page' | 'sheet'
}

/** The history state of a clip's page that shows one of its comments. */
export interface NamedComment {
  /** The next clip that the viewer opens from this page inherits the state. */
  videoId: string
  commentId: string
}

export function CommentList({ video, user, place }: CommentListProps) {
  const client = useQueryClient()
  const query = useInfiniteQuery({ ...commentsQuery(video.id), refetchOnMount: place === 'card' ? true : 'always' })
  const comments = itemsOf(query.data, 'comments')
  const [deleting, setDeleting] = useState<Comment>()
  const [reporting, setReporting] = useState<Comment>()
  const region = useRef<HTMLElement>(null)
  const named = useRef<HTMLLIElement>(null)
  const state = useHistoryState<Partial<NamedComment> | null>()
  const namedId = place === 'page' && state?.videoId === video.id ? state.commentId : undefined
  const isLoaded = query.data !== undefined
  const isListed = comments.some(({ id }) => id === namedId)
  useEffect(() => {
    if (namedId === undefined || !isLoaded) return
    // An older comment may be on a later page, and a new one may not have arrived.
    const target = named.current ?? region.current
    target?.scrollIntoView({ block: 'center' })
    // The focus stays at a control that the viewer has reached meanwhile.
    if (document.activeElement?.matches('body, h1, section')) target?.focus({ preventScroll: true })
    // Another press on the notification makes another state.
  }, [state, namedId, isLoaded, isListed])
  const isSignedIn = Boolean(user)
  const findRegion = () => region.current
  useEffect(() => (isSignedIn ? whenIdle(DeleteCommentDialog.preload) : undefined), [isSignedIn])

  return (
    <>
      <PagedList query={query} what="comments" items={comments} loading={<CommentsSkeleton />} isCompact loadsOnScroll>
        {(more) => (
          <>
            <NewestComment comments={comments} />
            <section
              ref={region}
              aria-label="Comments"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach a scrollable region
              tabIndex={0}
              // The region clips its content. It is larger, so that the highlight of a comment and the enlarged hit area
              // of the first author link fit.
              className={`-m-2 -mt-3.5 overflow-y-auto overscroll-contain p-2 pt-3.5 rounded-control ${place === 'sheet' ? 'min-h-24' : 'max-h-60'}`}
            >
              {comments.length === 0 ? (
                <p className="py-2 text-ink-muted">
                  {video.commentsCount === 0
                    ? 'No comments yet. Be the first to comment!'
                    : 'No comments to show. Those by people you’ve muted or blocked are left out.'}
                </p>
              ) : (
                <ul className="flex flex-col gap-4">
                  {comments.map((comment) => (
                    <CommentItem
                      key={comment.id}
                      comment={comment}
                      named={comment.id === namedId ? named : undefined}
                      mayLike={isSignedIn}
                      mayDelete={user?.id === comment.userId || user?.id === video.userId}
                      mayReport={user !== undefined && user?.id !== comment.userId}
                      onDelete={() => setDeleting(comment)}
                      onReport={() => setReporting(comment)}
                      findSubstitute={findRegion}
                    />
                  ))}
                </ul>
              )}
              {more}
            </section>
          </>
        )}
      </PagedList>
      {reporting && (
        <ReportDialog
          kind="comment"
          id={reporting.id}
          name={reporting.text}
          findSubstitute={findRegion}
          onGone={() => removeComment(client, reporting)}
          onClose={() => setReporting(undefined)}
        />
      )}
      {deleting && (
        <DeleteCommentDialog comment={deleting} findSubstitute={findRegion} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

/**
 * Announces to screen readers the comments that arrive while the list is open. An older comment that becomes the newest,
 * because the ones after it were deleted, is not announced.
 */
function NewestComment({ comments }: { comments: Comment[] }) {
  const [newest] = comments
  const [seenUntil, setSeenUntil] = useState(newest?.createdAt ?? '')
  const [arrived, setArrived] = useState<Comment>()
  // A comment that is being sent has the time of the browser's clock, which may be ahead of the server's.
  if (newest && newest.id !== SENDING_ID && newest.createdAt > seenUntil) {
    setSeenUntil(newest.createdAt)
    setArrived(newest)
  }
  const isListed = comments.some(({ id }) => id === arrived?.id)
  return (
    <p role="status" className="sr-only">
      {arrived && isListed && `${nameOf(arrived)}: ${arrived.text}`}
    </p>
  )
}

function CommentsSkeleton() {
  return (
    <div role="status" aria-label="Loading comments" className="flex flex-col gap-4">
      {['w-4/5', 'w-3/5'].map((width) => (
        <div key={width} className="animate-shimmer flex gap-3">
          <span className="size-8 shrink-0 rounded-full bg-surface-raised" />
          <span className="flex grow flex-col gap-2 py-1">
            <span className="h-3 w-24 rounded-full bg-surface-raised" />
            <span className={`h-3 rounded-full bg-surface-raised ${width}`} />
          </span>
        </div>
      ))}
    </div>
  )
}
