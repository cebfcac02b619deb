import { Fragment } from 'react'
import type { CaseSummary } from '../../../../contract/moderation/cases.ts'
import { countOf } from '../../../format/count.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { ruleOf } from '../rules/rules.ts'
import { thingOf } from '../decisions/enforcements.ts'
import type { CaseSelection } from './use-case-selection.ts'
import { QueueItem } from './workbench.tsx'

/** Keeps the dot at the end of a line. */
const DOT = '\u00A0· '

interface CaseQueueProps {
  cases: CaseSummary[]
  chosen: string
  onChoose: (id: string) => void
  /** `undefined` if cases cannot be selected. */
  selection: CaseSelection | undefined
}

/** The list of cases, as text only: no reported picture appears before the moderator reveals it. */
export function CaseQueue({ cases, chosen, onChoose, selection }: CaseQueueProps) {
  return (
    // The margin keeps the focused control out from under the selection bar.
    <ol aria-label="Cases" className="flex flex-col gap-1 **:scroll-mt-32 short:**:scroll-mt-0">
      {cases.map((one) => (
        <QueueItem
          key={one.id}
          title={one.subject}
          isChosen={one.id === chosen}
          isSevere={one.isSevere}
          onChoose={() => onChoose(one.id)}
          selecting={
            selection && {
              isSelected: selection.has(one.id),
              onToggle: (isRange) => selection.toggle(one, isRange),
            }
          }
        >
          <span className="capitalize">{thingOf[one.kind]}</span>
          {one.rules.map((rule, i) => (
            <Fragment key={rule}>
              {i === 0 ? DOT : ', '}
              <bdi>{ruleOf(rule).title}</bdi>
            </Fragment>
          ))}
          {DOT + describeReports(one) + DOT}
          <RelativeTime iso={one.closedAt ?? one.openedAt} />
          {one.claim && (
            <strong className="block font-strong text-ink">
              {one.claim.isMine ? 'Assigned to you' : `${one.claim.name} is reviewing it`}
            </strong>
          )}
        </QueueItem>
      ))}
    </ol>
  )
}

function describeReports({ source, reportsCount }: CaseSummary): string {
  return source === 'dispute' && reportsCount === 0 ? 'Disputed' : countOf(reportsCount, 'report')
}
