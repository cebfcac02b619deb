import { markCourtAction } from '../../../../contract/moderation/counter-notices.ts'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import { formatDay } from '../../../format/day.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { allCases } from './case.queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'

interface CounterNoticeProps {
  decision: Decision
  counterNotice: NonNullable<Decision['counterNotice']>
}

/**
 * The counter-notice to a copyright takedown, and the date on which the content is restored. Admins can record that the
 * claimant has gone to court.
 */
export function CounterNotice({ decision: { id, state, isPermanent }, counterNotice }: CounterNoticeProps) {
  const { day, explanation } = counterNotice
  const isOpen = state === 'in-force' && !isPermanent
  const isAdmin = useOwnUser()?.role === 'admin'
  return (
    <>
      <p className="text-small">
        Counter-notice of {formatDay(day)}
        {isOpen && `: ${describeRestoration(counterNotice)}`}
      </p>
      {explanation !== null && (
        <ClampedText text={`Their statement: ${explanation}`} className="text-small text-ink-muted" />
      )}
      {isAdmin && isOpen && <CourtActionButton id={id} {...counterNotice} />}
    </>
  )
}

function describeRestoration({ restoreOn, isCourtAction }: CounterNoticeProps['counterNotice']): string {
  if (isCourtAction) return 'it stays hidden while the court case is open.'
  return `it will be restored on ${formatDay(restoreOn)}, unless the claimant goes to court.`
}

interface CourtActionButtonProps {
  id: string
  isCourtAction: boolean
  /** The day of restoration without a court case. */
  restoreOn: string
}

function CourtActionButton({ id, isCourtAction, restoreOn }: CourtActionButtonProps) {
  const mark = useAction({
    mutationFn: () => call(markCourtAction, { params: { id }, body: { isCourtAction: !isCourtAction } }),
    onSuccess: () => {
      if (isCourtAction) showToast('Court case closed', `It will be restored on ${formatDay(restoreOn)}.`)
      else showToast('Court case recorded', 'It stays hidden until the case is over.')
    },
    onError: toastFailure('Nothing was changed'),
    affects: allCases,
  })
  return (
    <Button
      variant="ghost"
      className="-ml-4 self-start sm:-ml-5"
      pending={mark.isPending}
      onClick={() => mark.mutate()}
    >
      {isCourtAction ? 'The court case is over' : 'The claimant went to court'}
    </Button>
  )
}
