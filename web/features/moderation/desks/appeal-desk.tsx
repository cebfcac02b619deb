import { useQuery } from '@tanstack/react-query'
import type { Appeal } from '../../../../contract/moderation/decisions.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { ruleOf } from '../../../page/rules.ts'
import { AppealForm } from './appeal-form.tsx'
import { caseQuery } from '../cases/case.queries.ts'
import { CaseEvidence } from '../cases/case-evidence.tsx'
import { describeDecision } from '../decisions/describe-decision.ts'
import { Desk } from './desk.tsx'

/** The decision, the appeal and the original evidence, so that the reviewer sees what the first moderator saw. */
export function AppealDesk({ appeal }: { appeal: Appeal }) {
  const { decision, text, appealedAt, whyNot } = appeal
  const { data, error, refetch } = useQuery(caseQuery(decision.caseId))
  return (
    <Desk
      heading={
        <div>
          <h2 dir="auto" className="headline line-clamp-2 text-lead">
            {decision.subject}
          </h2>
          <p className="mt-1 text-small text-ink-muted">
            {describeDecision(decision)} · {ruleOf(decision.rule).title}
            {decision.decidedBy !== null && ` · by ${decision.decidedBy}`} · <RelativeTime iso={decision.decidedAt} />
          </p>
        </div>
      }
      form={
        <div className="flex flex-col gap-5">
          <section className="flex flex-col gap-1">
            <h3 className="text-small text-ink-muted">
              Their appeal · <RelativeTime iso={appealedAt} />
            </h3>
            <ClampedText text={text} />
          </section>
          {whyNot === null ? <AppealForm decision={decision} /> : <p className="font-strong">{whyNot}</p>}
        </div>
      }
    >
      {data ? (
        <CaseEvidence shown={data} />
      ) : error ? (
        <NotArrived what="the appeals" onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </Desk>
  )
}
