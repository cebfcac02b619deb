import { useId, useState } from 'react'
import { type Decision, liftDecision } from '../../../../contract/moderation/decisions.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { call } from '../../../net/api.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { VanishingButton } from '../../../ui/lists/vanishing-button.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { ruleOf } from '../rules/rules.ts'
import { describeDecision, describeState } from '../decisions/describe-decision.ts'

// Loaded on demand: few decisions have a counter-notice or are reversed.
const CounterNotice = lazyPart(() => import('./counter-notice.tsx'), 'CounterNotice')
const ReverseDialog = lazyPart(() => import('./reverse-dialog.tsx'), 'ReverseDialog')

interface DecisionListProps {
  decisions: Decision[]
  /** Whether each decision names its subject, for lists of decisions about different subjects. */
  withSubject?: boolean
}

export function DecisionList({ decisions, withSubject = false }: DecisionListProps) {
  const [lifting, setLifting] = useState<Decision>()
  return (
    <>
      <ul className="flex flex-col gap-4">
        {decisions.map((decision) => (
          <DecisionItem
            key={decision.id}
            decision={decision}
            withSubject={withSubject}
            onLift={() => setLifting(decision)}
          />
        ))}
      </ul>
      {lifting && <LiftDialog decision={lifting} onClose={() => setLifting(undefined)} />}
    </>
  )
}

/** Reverses a decision and its effects. */
export function LiftDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  return (
    <ReverseDialog
      id={decision.id}
      title="Reverse this decision?"
      description={<bdi className="line-clamp-2">{`${describeDecision(decision)}: “${decision.subject}”`}</bdi>}
      hint="The person concerned will see this."
      submitLabel="Reverse decision"
      reverse={(body) => call(liftDecision, { params: { id: decision.id }, body })}
      done={['Decision reversed', 'Its effects are undone, and the person concerned will see your explanation.']}
      failed="We couldn’t reverse the decision"
      onClose={onClose}
    />
  )
}

interface DecisionItemProps {
  decision: Decision
  withSubject: boolean
  onLift: () => void
}

function DecisionItem({ decision, withSubject, onLift }: DecisionItemProps) {
  const { subject, rule, facts, note, decidedBy, decidedAt, state, measure, isPermanent, counterNotice } = decision
  const title = useId()
  return (
    <li className="flex flex-col gap-1">
      <p id={title}>
        <span className="font-strong">{describeDecision(decision)}</span> · <bdi>{ruleOf(rule).title}</bdi>
      </p>
      <p className="text-small text-ink-muted">
        {withSubject && <bdi className="line-clamp-1">“{subject}”</bdi>}
        By <bdi>{decidedBy ?? 'a deleted account'}</bdi> · <RelativeTime iso={decidedAt} /> · {describeState(decision)}
      </p>
      {facts !== null && <ClampedText text={facts} className="text-small" />}
      {note !== null && <ClampedText text={`Note: ${note}`} className="text-small text-ink-muted" />}
      {counterNotice && <CounterNotice decision={decision} counterNotice={counterNotice} />}
      {state === 'in-force' && measure !== 'none' && !isPermanent && (
        <VanishingButton
          variant="ghost"
          aria-describedby={title}
          className="-ml-4 self-start sm:-ml-5"
          onClick={onLift}
        >
          Reverse decision
        </VanishingButton>
      )}
    </li>
  )
}
