import { useQueryClient } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import EyeOff from 'lucide-react/icons/eye-off'
import Flag from 'lucide-react/icons/flag'
import Heart from 'lucide-react/icons/heart'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Ref } from 'react'
import { Link } from 'wouter'
import { type Comment, likeComment, unlikeComment } from '../../../../contract/social/comments.ts'
import { formatCount } from '../../../format/count.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { isNotFound } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { toastForbidden } from '../../../net/failure-toasts.ts'
import { toggleOptimistically } from '../../../net/optimistic-toggle.ts'
import { keepFocus } from '../../../page/focus.ts'
import { nameOf, profilePath } from '../../../people/person.ts'
import { Avatar, initial } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import type { FindSubstitute } from '../../../ui/dialogs/closing.ts'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { HeartButton } from '../likes/like-button.tsx'
import { ModerateButton } from '../../moderation/decisions/moderate-button.tsx'
import { MuteOrBlockButton } from '../mutes-and-blocks/mute-or-block-button.tsx'
import { patchComments, findCachedComment, removeComment, repeatRefetch } from './comments.queries.ts'
import { SENDING_ID } from './post-comment.ts'

interface CommentItemProps {
  comment: Comment
  /** Given if the page was opened at this comment, which is then highlighted. */
  named: Ref<HTMLLIElement> | undefined
  mayLike: boolean
  mayDelete: boolean
  /** Whether the viewer can report the comment. Authors cannot report their own. */
  mayReport: boolean
  onDelete: () => void
  onReport: () => void
  /** For dialogs whose button leaves the page with the comment. */
  findSubstitute: FindSubstitute
}

const control =
  'size-auto! min-h-8! min-w-8 px-1.5 text-ink-muted hover:text-ink rounded-full pointer-coarse:min-h-11! pointer-coarse:min-w-11'

export function CommentItem(props: CommentItemProps) {
  const { comment, named, mayLike, mayDelete, mayReport, onDelete, onReport, findSubstitute } = props
  const isSending = comment.id === SENDING_ID
  return (
    <li
      ref={named}
      tabIndex={named ? -1 : undefined}
      className={`flex gap-3 transition-opacity duration-150 ${isSending ? 'opacity-60' : ''} ${named ? '-m-2 rounded-control bg-surface-raised p-2' : ''}`}
    >
      <Avatar src={comment.avatarUrl} fallback={initial(comment.username, comment.displayName)} />
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-2 text-small">
          <Author comment={comment} />
          <RelativeTime iso={comment.createdAt} className="shrink-0 text-ink-muted" />
        </p>
        <ClampedText text={comment.text} />
        <div className="-ml-1.5 flex items-center text-small text-ink-muted">
          <StatusOrLikes comment={comment} mayLike={mayLike && !isSending} findSubstitute={findSubstitute} />
          {!isSending && (
            <MuteOrBlockButton
              person={{ ...comment, id: comment.userId }}
              findSubstitute={findSubstitute}
              className={control}
            />
          )}
          {mayDelete && !isSending && (
            <IconButton label="Delete comment" onClick={onDelete} className={control}>
              <Trash2 className="size-4" />
            </IconButton>
          )}
          {mayReport && (
            <IconButton label="Report comment" onClick={onReport} className={control}>
              <Flag className="size-4" />
            </IconButton>
          )}
          <ModerateButton
            kind="comment"
            id={comment.id}
            name={comment.text}
            ownerId={comment.userId}
            className={control}
          />
        </div>
      </div>
    </li>
  )
}

/** The reason why others cannot see the comment, or else its likes. */
function StatusOrLikes(props: Pick<CommentItemProps, 'comment' | 'mayLike' | 'findSubstitute'>) {
  const { comment, mayLike, findSubstitute } = props
  const toggleLike = useToggleCommentLike(findSubstitute)
  if (comment.isHeld) return <AwaitingReview />
  if (comment.isHidden) return <Hidden />
  if (!mayLike) return <LikeCount count={comment.likesCount} />
  return <HeartButton {...comment} onToggle={() => toggleLike(comment)} className={control} />
}

function Author({ comment }: { comment: Comment }) {
  const { username } = comment
  const name = nameOf(comment)
  if (username === null)
    return (
      <span dir="auto" className="truncate font-strong">
        {name}
      </span>
    )
  return (
    <Link
      href={profilePath(username)}
      className="touch-target min-w-0 rounded-control font-strong hover:text-accent-ink"
    >
      <span dir="auto" className="block truncate">
        {name}
      </span>
    </Link>
  )
}

/** The mark of a pending comment, which only its author sees. */
function AwaitingReview() {
  return (
    <span className="inline-flex min-h-8 items-center gap-1.5 px-1.5">
      <Clock className="size-4" />
      Awaiting review
    </span>
  )
}

/** The mark of a hidden comment, which only its author sees. Links to the decision that explains why. */
function Hidden() {
  return (
    <Link
      href="/settings/standing"
      className="inline-flex min-h-8 items-center gap-1.5 rounded-control px-1.5 hover:text-ink pointer-coarse:min-h-11"
    >
      <EyeOff className="size-4" />
      Hidden by the moderators
    </Link>
  )
}

function LikeCount({ count }: { count: number }) {
  return (
    <span className="inline-flex min-h-8 items-center gap-1.5 px-1.5 tabular-nums">
      <Heart className="size-4" />
      {formatCount(count)}
      <span className="sr-only"> {count === 1 ? 'like' : 'likes'}</span>
    </span>
  )
}

/** Returns a function that likes or unlikes a comment optimistically, and rolls back if the server refuses. */
function useToggleCommentLike(findSubstitute: FindSubstitute): (comment: Comment) => void {
  const client = useQueryClient()
  return (shown) => {
    const { id, videoId } = shown
    // Reads the current state from the cache, because a second tap can precede the rendering of the first.
    const { isLiked, likesCount } = findCachedComment(client, shown) ?? shown
    const wish = !isLiked
    void toggleOptimistically({
      key: `comment like ${id}`,
      wish,
      before: { isLiked, likesCount },
      after: { isLiked: wish, likesCount: likesCount + (wish ? 1 : -1) },
      show: (state) =>
        patchComments(client, videoId, (comments) =>
          comments.map((comment) => (comment.id === id ? { ...comment, ...state } : comment)),
        ),
      send: (on) => call(on ? likeComment : unlikeComment, { params: { id } }),
      onSaved: () => repeatRefetch(client, videoId),
      onFailed: (error) => {
        if (isNotFound(error)) {
          // It was deleted on another device, or its clip is hidden.
          keepFocus(findSubstitute())
          removeComment(client, shown)
        } else repeatRefetch(client, videoId)
        if (!toastForbidden(error)) console.warn('Failed to save a comment like.', error)
      },
    })
  }
}
