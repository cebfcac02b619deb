import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { NotArrived, Notice, PageSpinner } from '../../../ui/notice.tsx'
import { ruleOf } from '../../../page/rules.ts'
import { AppealDesk } from '../desks/appeal-desk.tsx'
import { describeDecision } from '../decisions/describe-decision.ts'
import { appealsQuery } from '../desks/moderation.queries.ts'
import { QueueItem, useShownEntry, Workbench } from './workbench.tsx'

/** The open appeals, oldest first. */
export function AppealsTab() {
  const { data, refetch, isPending } = useQuery(appealsQuery)
  const appeals = data?.appeals ?? []
  const { index, choose } = useShownEntry(appeals.map(({ decision }) => decision.id))
  const shown = appeals[index]
  if (isPending) return <PageSpinner />
  if (!data) return <NotArrived what="the appeals" onRetry={() => void refetch()} />
  if (!shown) {
    return <Notice heading="No appeals" sentence="Each decision can be appealed once." />
  }
  return (
    <Workbench
      queue={
        <ol aria-label="Appeals" className="flex flex-col gap-1">
          {appeals.map(({ decision, appealedAt }) => (
            <QueueItem
              key={decision.id}
              title={decision.subject}
              isChosen={decision.id === shown.decision.id}
              onChoose={() => choose(decision.id)}
            >
              {describeDecision(decision)} · {ruleOf(decision.rule).title} · <RelativeTime iso={appealedAt} />
            </QueueItem>
          ))}
        </ol>
      }
    >
      <AppealDesk key={shown.decision.id} appeal={shown} />
    </Workbench>
  )
}
