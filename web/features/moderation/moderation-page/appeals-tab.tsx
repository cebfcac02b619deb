import { useQuery } from '@tanstack/react-query'
import type { Appeal } from '../../../../contract/moderation/appeals.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ruleOf } from '../rules/rules.ts'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { AppealDesk, typedAnswerTo } from '../desks/appeal-desk.tsx'
import { describeDecision } from '../decisions/describe-decision.ts'
import { appealsQuery } from '../desks/moderation.queries.ts'
import { QueueItem, useShownEntry, Workbench } from './workbench.tsx'

/** The open appeals, oldest first. */
export function AppealsTab() {
  return (
    <QueryContent query={useQuery(appealsQuery)} what="the appeals">
      {({ appeals }) => <Appeals appeals={appeals} />}
    </QueryContent>
  )
}

function Appeals({ appeals }: { appeals: readonly Appeal[] }) {
  const { shown, unsentText, choose } = useShownEntry(appeals, ({ decision }) => decision.id, typedAnswerTo)
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
              {describeDecision(decision)} · <bdi>{ruleOf(decision.rule).title}</bdi> ·{' '}
              <RelativeTime iso={appealedAt} />
            </QueueItem>
          ))}
        </ol>
      }
    >
      <AppealDesk key={shown.decision.id} appeal={shown} unsentText={unsentText} />
    </Workbench>
  )
}
