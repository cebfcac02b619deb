import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { answerDispute } from '../../../../contract/videos/duplicates.ts'
import { formatDay } from '../../../format/day.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { CreatorMention } from '../../../people/creator-mention.tsx'
import { Button } from '../../../ui/button.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { caseQuery } from '../cases/case.queries.ts'
import { removeFromQueue } from './moderation.queries.ts'

type Answer = 'keep' | 'dismiss'

interface DisputeDeskProps {
  shown: Case
  dispute: NonNullable<Case['dispute']>
  onAnswered: () => void
}

/** A creator's objection to the label “First published here by …” on their clip, and the two possible answers. */
export function DisputeDesk({ shown, dispute: { text, first }, onAnswered }: DisputeDeskProps) {
  const answer = useAnswer(shown, onAnswered)
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <h3 className="font-strong">The creator disputes who was first</h3>
      <p className="wrap-anywhere">
        The page would show: First published here by <CreatorMention creator={first.creator} /> on{' '}
        <Link href={videoPath(first.videoId)} className="rounded-control underline decoration-line underline-offset-4">
          {formatDay(first.publishedAt)}
        </Link>
        .
      </p>
      <blockquote>
        <ClampedText text={text} />
      </blockquote>
      {shown.whyNotEnforce === null ? (
        <div className="flex flex-wrap gap-3">
          <Button pending={answer.isPending} className="bg-surface-raised" onClick={() => answer.send('keep')}>
            Keep the label
          </Button>
          <Button pending={answer.isPending} className="bg-surface-raised" onClick={() => answer.send('dismiss')}>
            Remove the label
          </Button>
        </div>
      ) : (
        <p className="font-strong">{shown.whyNotEnforce}</p>
      )}
    </section>
  )
}

function useAnswer({ id, source, reportsCount }: Case, onAnswered: () => void) {
  const client = useQueryClient()
  // If the clip was also reported, the case stays open for the reports.
  const isDone = source === 'dispute' && reportsCount === 0
  const { mutate, isPending } = useAction({
    mutationFn: (answer: Answer) => call(answerDispute, { params: { id }, body: { answer } }),
    onSuccess: (_reply, answer) => {
      showToast(answer === 'keep' ? 'The label is back on the page' : 'The label stays off the page')
      if (isDone) removeFromQueue(client, [id])
    },
    onError: toastFailure('We couldn’t send your answer'),
    affects: caseQuery(id),
  })
  // If the moderator has opened another case meanwhile, they stay there.
  return { isPending, send: (answer: Answer) => mutate(answer, { onSuccess: () => isDone && onAnswered() }) }
}
