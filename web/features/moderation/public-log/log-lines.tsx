import { useInfiniteQuery } from '@tanstack/react-query'
import type { LogLine } from '../../../../contract/moderation/log.ts'
import { formatCount } from '../../../format/count.ts'
import { formatDay } from '../../../format/day.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { describeCircumstances, describeEvent } from './describe-line.ts'
import { logQuery } from './log.queries.ts'

/**
 * The lines of the log in words, newest first. A button loads older ones, so that the end of the page stays reachable.
 */
export function LogLines() {
  const query = useInfiniteQuery(logQuery)
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <PagedList
      query={query}
      what="decisions"
      items={lines}
      loading={null}
      empty={<Notice heading="No decisions yet" />}
    >
      <section aria-labelledby="log-lines" className="mt-14 sm:mt-20">
        <h2 id="log-lines" className="headline text-title">
          All decisions
        </h2>
        <ol className="mt-4">
          {lines.map((line) => (
            <Line key={line.number} line={line} />
          ))}
        </ol>
      </section>
    </PagedList>
  )
}

function Line({ line: { number, day, entry, sha256 } }: { line: LogLine }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line py-4 sm:grid-cols-[10rem_1fr]">
      <p className="text-small text-ink-muted tabular-nums sm:pt-0.5">
        <span className="mr-3">#{formatCount(number)}</span>
        <time dateTime={day}>{formatDay(day)}</time>
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p>{describeEvent(entry)}.</p>
        <p className="mt-0.5 text-small text-ink-muted">
          {describeCircumstances(entry).join(' · ')} ·{' '}
          <code title={sha256} className="whitespace-nowrap">
            {sha256.slice(0, 8)}
          </code>
        </p>
        {entry.ruleText && <p className="mt-0.5 text-small text-ink-muted">“{entry.ruleText}”</p>}
      </div>
    </li>
  )
}
