import { useInfiniteQuery } from '@tanstack/react-query'
import type { StaffLogLine } from '../../../../../contract/site/staff-log.ts'
import { RelativeTime } from '../../../../format/relative-time.tsx'
import { itemsOf } from '../../../../net/paged-query.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { PagedList } from '../../../../ui/lists/paged-list.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { staffLogQuery } from '../admin.queries.ts'
import { describeAct } from './describe-act.ts'

/** The acts of staff in words, newest first. Entries cannot be changed or deleted. */
export function StaffLogTab() {
  const query = useInfiniteQuery(staffLogQuery)
  const lines = itemsOf(query.data, 'lines')
  return (
    <PagedList
      query={query}
      what="staff actions"
      items={lines}
      loading={<Skeleton label="Loading the log" />}
      empty={<Notice heading="No staff actions yet" />}
    >
      <ol aria-label="Staff log">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
    </PagedList>
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
