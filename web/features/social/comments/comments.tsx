import { formatCount } from '../../../format/count.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { currentPath } from '../../../page/navigation.ts'
import { storeIntent } from '../../../viewer/sign-in/intent.ts'
import { SignInLink } from '../../../viewer/sign-in/sign-in.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList, type CommentListProps } from './comment-list.tsx'

const PendingComments = lazyPart(() => import('./pending-comments.tsx'), 'PendingComments')

export function Comments({ video, place }: Pick<CommentListProps, 'video' | 'place'>) {
  const user = useOwnUser()
  const onPage = place !== 'card'
  const Heading = onPage ? 'h2' : 'h3'
  return (
    <div className="flex min-h-0 flex-col gap-4">
      <Heading className={onPage ? 'headline text-lead' : 'text-small font-strong'}>
        Comments{' '}
        <span className="font-sans font-regular text-ink-muted tabular-nums">{formatCount(video.commentsCount)}</span>
      </Heading>
      {video.commenting === 'off' && <p className="text-ink-muted">Comments are off for this clip.</p>}
      {video.commenting !== 'off' && user && (
        <CommentForm
          // Another user must not find the text of this one.
          key={user.id}
          videoId={video.id}
          author={user}
          description={onPage ? 'Your comment has been posted.' : undefined}
        />
      )}
      {video.commenting !== 'off' && user === null && <SignInToComment videoId={video.id} />}
      {user?.id === video.userId && <PendingComments videoId={video.id} />}
      <CommentList video={video} user={user} place={place} />
    </div>
  )
}

function SignInToComment({ videoId }: { videoId: string }) {
  return (
    <p className="text-ink-muted">
      <SignInLink
        className="rounded-control font-strong text-ink underline underline-offset-4"
        onClick={() => storeIntent({ act: 'comment', videoId }, currentPath())}
      >
        Sign in
      </SignInLink>{' '}
      to join the conversation.
    </p>
  )
}
