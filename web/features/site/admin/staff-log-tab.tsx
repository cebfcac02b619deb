import { useInfiniteQuery } from '@tanstack/react-query'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { staffLogQuery } from './admin.queries.ts'
import { describeAct } from './describe-act.ts'

/** The acts of staff in words, newest first. Entries cannot be changed or deleted. */
export function StaffLogTab() {
  const query = useInfiniteQuery(staffLogQuery)
  const { data, isError, refetch } = query
  if (!data) {
    if (isError) return <NotArrived what="the staff log" onRetry={() => void refetch()} />
    return <Skeleton label="Loading the log" />
  }
  const lines = data.pages.flatMap((page) => page.lines)
  if (lines.length === 0) return <p className="text-lead">No staff actions yet.</p>
  return (
    <>
      <ol aria-label="Staff log">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
      <ShowMore query={query} what="lines" label="Show older entries" className="mt-6" />
    </>
  )
}

function Line({ line }: { line: StaffLogLine }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[8rem_1fr]">
      <RelativeTime iso={line.at} className="text-small text-ink-muted sm:pt-0.5" />
      <p className="min-w-0 wrap-anywhere">{describeAct(line)}</p>
    </li>
  )
}
