import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type DecisionBody, decideUnasked } from '../../../../contract/moderation/decisions.ts'
import {
  decideSameWords,
  type PendingComment,
  releaseComment,
  WAVE_MAX,
} from '../../../../contract/moderation/pending-comments.ts'
import { countOf } from '../../../format/count.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { useAction } from '../../../page/use-action.ts'
import { nameOf } from '../../../people/person.ts'
import { Button } from '../../../ui/button.tsx'
import { Key } from '../../../ui/key.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { touchPages } from '../cases/case.queries.ts'
import { DecisionForm } from '../decisions/decision-form.tsx'
import { describeDecision } from '../decisions/describe-decision.ts'
import { draftOf } from '../decisions/draft.ts'
import { Desk } from './desk.tsx'
import { pendingCommentsQuery, removeFromPending, pendingReasonTexts } from './moderation.queries.ts'
import { UnsentText } from './unsent-text.tsx'

interface PendingCommentDeskProps {
  comment: PendingComment
  /** The moderator's text, if a colleague has reviewed the comment first. */
  unsentText: string
  /** Called when the next comment can be shown. */
  onDone: () => void
}

/**
 * One pending comment. The moderator approves it or hides it. Hiding it also hides other comments with the same text.
 */
export function PendingCommentDesk({ comment, unsentText, onDone }: PendingCommentDeskProps) {
  const { id, text, sameWordsCount } = comment
  const release = useReview(id, onDone, 'We couldn’t approve the comment', async () => {
    await call(releaseComment, { params: { id } })
    return ['Comment approved']
  })
  const decide = useReview(id, onDone, 'We couldn’t save the decision', async (decision: DecisionBody) => {
    if (decision.measure !== 'hide' || sameWordsCount < 2) {
      const made = await call(decideUnasked, { body: { ...decision, kind: 'comment', subjectId: id } })
      return [describeDecision(made), 'They’re told why and can appeal.']
    }
    const { rule, facts, note } = decision
    const { decidedCount } = await call(decideSameWords, { params: { id }, body: { rule, facts, note } })
    return [`${countOf(decidedCount, 'comment')} hidden`, 'Their authors are told why and can appeal.']
  })
  const approve = () => release.mutate()
  useKeys({ l: unsentText ? undefined : approve })
  return (
    <Desk
      heading={<Heading comment={comment} />}
      form={
        unsentText ? (
          <div className="flex flex-col gap-4">
            <p className="font-strong">This comment is no longer pending.</p>
            <UnsentText text={unsentText} />
          </div>
        ) : (
          <DecisionForm
            subject={id}
            kind="comment"
            reported={['spam']}
            enforcements={['hide']}
            pending={decide.isPending}
            onSend={decide.mutate}
          />
        )
      }
    >
      <div className="flex flex-col gap-5">
        <p dir="auto" className="max-w-prose break-words whitespace-pre-line">
          {text}
        </p>
        {sameWordsCount > 1 && (
          <p className="font-strong">
            {sameWordsCount} comments from the last 30 days have the same text. Hiding this one hides the others, too,
            at most {WAVE_MAX} in all, and each author is told why.
          </p>
        )}
        {!unsentText && (
          <Button pending={release.isPending} className="self-start" onClick={approve}>
            Approve
            <Key name="l" />
          </Button>
        )}
      </div>
    </Desk>
  )
}

function Heading({ comment: { heldBecause, createdAt, author, video } }: { comment: PendingComment }) {
  return (
    <div className="min-w-0">
      <h2 className="headline text-lead">{pendingReasonTexts[heldBecause]}</h2>
      <p className="mt-1 text-small text-ink-muted">
        <bdi>{nameOf(author)}</bdi>, joined <RelativeTime iso={author.joinedDate} /> · written{' '}
        <RelativeTime iso={createdAt} /> · below{' '}
        <Link
          href={videoPath(video.id)}
          className="rounded-control underline decoration-line underline-offset-4 hover:text-ink"
        >
          <bdi>{video.title}</bdi>
        </Link>
      </p>
    </div>
  )
}

/**
 * Returns a mutation that reviews a comment.
 *
 * @param failed The title of the toast after a failure.
 * @param review Sends the decision and returns the texts of the toast after a success.
 */
function useReview<Input = void>(
  id: string,
  onDone: () => void,
  failed: string,
  review: (input: Input) => Promise<[title: string, description?: string]>,
) {
  const client = useQueryClient()
  return useAction({
    mutationFn: review,
    onSuccess: (outcome) => {
      draftOf(id).store(undefined)
      onDone()
      removeFromPending(client, id)
      touchPages(client)
      showToast(...outcome)
    },
    onError: toastFailure(failed),
    affects: pendingCommentsQuery,
  })
}
