import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { decideCase, type DecisionBody } from '../../../../contract/moderation/decisions.ts'
import { formatDay } from '../../../format/day.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { isFocusLost } from '../../../page/focus.ts'
import { showToast } from '../../../page/toast.ts'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { caseQuery, touchPages } from '../cases/case.queries.ts'
import { CaseEvidence } from '../cases/case-evidence.tsx'
import { describeDecision } from '../decisions/describe-decision.ts'
import { CaseHeading } from './case-heading.tsx'
import { DecisionForm } from '../decisions/decision-form.tsx'
import { draftOf, typedTextOf } from '../decisions/draft.ts'
import { Desk } from './desk.tsx'
import { removeFromQueue } from './moderation.queries.ts'
import { PermanentRemoval } from './permanent-removal.tsx'
import { UnsentText } from './unsent-text.tsx'

const DisputeDesk = lazyPart(() => import('./dispute-desk.tsx'), 'DisputeDesk')

interface CaseDeskProps {
  id: string
  /** The next case of the queue, which is prefetched. */
  next: string | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onDecided: () => void
}

export function CaseDesk({ id, next, ...moves }: CaseDeskProps) {
  const client = useQueryClient()
  const query = useQuery(caseQuery(id))
  useEffect(() => {
    if (next !== undefined) void client.prefetchQuery(caseQuery(next))
  }, [client, next])
  if (!query.data && isNotFound(query.error)) {
    return <Notice heading="Case not found" sentence="If it’s about you, another moderator decides it." />
  }
  return (
    <QueryContent query={query} what="this case">
      {(shown) => <LoadedCase shown={shown} {...moves} />}
    </QueryContent>
  )
}

function LoadedCase({ shown, onPrevious, onNext, onDecided }: Omit<CaseDeskProps, 'id' | 'next'> & { shown: Case }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isDisputed = shown.dispute !== null
  useEffect(() => {
    // The element that had the focus is gone, with the previous case, with an answered dispute, or with the form of a
    // case that was closed meanwhile. Focusing the heading keeps shortcuts working and lets screen readers announce the case.
    if (isFocusLost()) heading.current?.focus({ preventScroll: true })
  }, [shown.state, isDisputed])
  return (
    <Desk
      heading={<CaseHeading ref={heading} shown={shown} onPrevious={onPrevious} onNext={onNext} />}
      isDecided={shown.state === 'closed'}
      form={
        <div className="flex flex-col gap-4">
          {shown.state === 'open' ? (
            <OpenCaseForm shown={shown} onDecided={onDecided} />
          ) : (
            <ClosedCase shown={shown} onNext={onNext} />
          )}
          {shown.kind === 'video' && shown.isThere && <PermanentRemoval shown={shown} />}
        </div>
      }
    >
      <CaseEvidence shown={shown} />
    </Desk>
  )
}

function OpenCaseForm({ shown, onDecided }: { shown: Case; onDecided: () => void }) {
  const decide = useDecideCase(shown)
  const { kind, dispute, whyNot, whyNotEnforce } = shown
  if (dispute) return <DisputeDesk shown={shown} dispute={dispute} onAnswered={onDecided} />
  return (
    <>
      <p className="font-strong empty:hidden">{whyNot ?? whyNotEnforce}</p>
      {whyNot === null && (
        <DecisionForm
          subject={shown.id}
          kind={kind}
          reported={shown.rules}
          enforcements={whyNotEnforce ? ['none'] : undefined}
          reach={shown.person ?? undefined}
          pending={decide.isPending}
          // If the moderator has opened another case meanwhile, they stay there.
          onSend={(body) => decide.mutate(body, { onSuccess: onDecided })}
        />
      )}
    </>
  )
}

/** A closed case. If another moderator decided it first, the unsent text can still be copied. */
function ClosedCase({ shown, onNext }: { shown: Case; onNext: (() => void) | undefined }) {
  const { id, quietUntil } = shown
  const typed = typedTextOf(id)
  useKeys({ Enter: onNext })
  return (
    <div className="flex flex-col gap-4">
      <p className="font-strong">This case is closed.</p>
      {quietUntil !== null && <p>New reports are stored, but won’t open a case before {formatDay(quietUntil)}.</p>}
      {typed && <UnsentText text={typed} />}
      {onNext && <Button onClick={onNext}>Next case</Button>}
    </div>
  )
}

/** Sends a decision. If the server refuses it, the typed text is kept and the case is fetched again. */
function useDecideCase({ id }: Case) {
  const client = useQueryClient()
  return useAction({
    mutationFn: (body: DecisionBody) => call(decideCase, { params: { id }, body }),
    onSuccess: (decision) => {
      draftOf(id).store(undefined)
      showToast(
        describeDecision(decision),
        decision.measure === 'none' ? undefined : 'They’re told why and can appeal.',
      )
      removeFromQueue(client, [id])
      void client.invalidateQueries({ queryKey: caseQuery(id).queryKey, refetchType: 'none' })
      if (decision.measure !== 'none' && decision.measure !== 'warn') touchPages(client)
    },
    onError: (error) => {
      toastFailure('We couldn’t save the decision')(error)
      void client.invalidateQueries(caseQuery(id))
    },
  })
}
