import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Comment, listComments } from '../../../../contract/social/comments.ts'
import { listWaitingBelow, releaseComment } from '../../../../contract/moderation/pending-comments.ts'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { countOf } from '../../../format/count.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { nameOf } from '../../../people/person.ts'
import { Button } from '../../../ui/button.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'
import { personal } from '../../../viewer/viewer-cache.ts'
import { addToCommentsCount } from './comments.queries.ts'
import { DeleteCommentDialog } from './delete-comment-dialog.tsx'

const pendingQuery = (videoId: string) =>
  endpointQuery(listWaitingBelow, { params: { id: videoId } }, { meta: personal, refetchOnMount: 'always' })

/** The pending comments of the owner's clip, shown above its comments. Renders nothing if there are none. */
export function PendingComments({ videoId }: { videoId: string }) {
  const client = useQueryClient()
  const [deleting, setDeleting] = useState<Comment>()
  const { data } = useQuery(pendingQuery(videoId))
  const comments = data?.comments ?? []
  if (comments.length === 0) return null
  return (
    <section aria-label="Awaiting your approval" className="flex flex-col gap-3 rounded-card bg-surface-raised p-4">
      <p className="text-small font-strong">{countOf(comments.length, 'comment')} awaiting your approval</p>
      <ul className="flex max-h-60 flex-col gap-4 overflow-y-auto">
        {comments.map((comment) => (
          <PendingComment key={comment.id} comment={comment} onDelete={() => setDeleting(comment)} />
        ))}
      </ul>
      {deleting && (
        <DeleteCommentDialog
          comment={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => void client.invalidateQueries(pendingQuery(videoId))}
        />
      )}
    </section>
  )
}

function PendingComment({ comment, onDelete }: { comment: Comment; onDelete: () => void }) {
  const { id, videoId, text } = comment
  const client = useQueryClient()
  const row = useFocusAfterRemoval<HTMLLIElement>()
  const release = useAction({
    mutationFn: () => call(releaseComment, { params: { id } }),
    onSuccess: ({ isHeld }) => {
      showToast('Comment approved')
      if (!isHeld) addToCommentsCount(client, videoId, 1)
    },
    onError: toastFailure('We couldn’t approve the comment'),
    // The comment may have been approved in another tab, and is then listed and counted, too.
    affects: callsOf(listWaitingBelow, listComments, getVideo),
  })
  const name = nameOf(comment)
  return (
    <li ref={row} className="flex flex-col gap-1">
      <p dir="auto" className="truncate text-small font-strong">
        {name}
      </p>
      <ClampedText text={text} />
      <div className="flex gap-2">
        <Button
          pending={release.isPending}
          aria-label={`Approve the comment by ${name}`}
          onClick={() => release.mutate()}
        >
          Approve
        </Button>
        <Button variant="ghost" aria-label={`Delete the comment by ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}
