import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LogMonth } from '../../../../contract/moderation/log.ts'
import { rules } from '../../../../contract/moderation/rules.ts'
import { formatCount } from '../../../format/count.ts'
import { formatMonth } from '../../../format/day.ts'
import { ShowMoreButton } from '../../../ui/clamped-text.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { formatDuration } from './format-duration.ts'
import { summaryQuery } from './log.queries.ts'

const SHOWN_AT_FIRST = 2

/** The statistics of each month, newest first. */
export function LogMonths() {
  const { data, isError, refetch } = useQuery(summaryQuery)
  const [isOpen, setOpen] = useState(false)
  if (!data) return isError ? <NotArrived what="the numbers" onRetry={() => void refetch()} /> : null
  if (data.months.length === 0) return null
  return (
    <section aria-label="By month" className="mt-14 flex flex-col items-start gap-4 sm:mt-20">
      {data.months.slice(0, isOpen ? undefined : SHOWN_AT_FIRST).map((month) => (
        <Month key={month.month} month={month} />
      ))}
      {data.months.length > SHOWN_AT_FIRST && <ShowMoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
    </section>
  )
}

function Month({ month }: { month: LogMonth }) {
  const decided = month.decisions.reduce((sum, { broken, unfounded }) => sum + broken + unfounded, 0)
  const median = month.medianMinutes === null ? '–' : formatDuration(month.medianMinutes)
  return (
    <section className="w-full rounded-card bg-surface p-5 sm:p-6">
      <h2 className="headline text-title">{formatMonth(month.month)}</h2>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-5">
        <Stat name="Reports" value={formatCount(month.reports)} />
        <Stat name="Decisions" value={formatCount(decided)} />
        <Stat name="Median time to decide" value={median} />
        <Stat name="Appealed" value={formatCount(month.appealed)} />
        <Stat name="Reversed" value={formatCount(month.reversed)} />
        {month.held > 0 && <Stat name="Comments held for review" value={formatCount(month.held)} />}
        {month.released > 0 && <Stat name="Comments approved" value={formatCount(month.released)} />}
      </dl>
      {decided > 0 && (
        <ul className="mt-5 grid gap-x-10 gap-y-1 text-small text-ink-muted sm:grid-cols-2">
          {month.decisions.map(({ rule, broken, unfounded }) => (
            <li key={rule} className="flex justify-between gap-4">
              <span>{rules[rule].title}</span>
              <span className="shrink-0 tabular-nums">{describeFound(broken, unfounded)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Stat({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-small text-ink-muted">{name}</dt>
      <dd className="text-title font-strong tabular-nums">{value}</dd>
    </div>
  )
}

function describeFound(broken: number, unfounded: number): string {
  return [
    broken > 0 && `${formatCount(broken)} ${broken === 1 ? 'violation' : 'violations'}`,
    unfounded > 0 && `${formatCount(unfounded)} unfounded`,
  ]
    .filter(Boolean)
    .join(', ')
}
