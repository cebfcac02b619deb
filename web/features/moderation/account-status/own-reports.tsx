import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { OwnReport } from '../../../../contract/moderation/report-outcomes.ts'
import { formatDay } from '../../../format/day.ts'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { labelOfReason, ruleOf } from '../../../page/rules.ts'
import { ownReportsQuery } from './account-status.queries.ts'

/** The viewer's own reports and their outcomes. Renders nothing if there are none. */
export function OwnReports() {
  const { data: reports, isError, refetch } = useQuery(ownReportsQuery)
  if (isError && !reports) return <NotArrived what="your reports" onRetry={() => void refetch()} />
  if (!reports || reports.length === 0) return null
  return (
    <TitledSection id="own-reports" title="Your reports">
      <ul className="mt-2">
        {reports.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
    </TitledSection>
  )
}

function Report({ report }: { report: OwnReport }) {
  const { subject, kind, videoId, reason, otherText, day } = report
  const name = subject || kinds[kind]
  return (
    <li className="flex flex-col gap-1 border-t border-line py-4">
      <p className="text-small text-ink-muted">
        <time dateTime={day}>{formatDay(day)}</time> · {kinds[kind]} · {labelOfReason(reason)}
      </p>
      <p dir="auto" className="line-clamp-2">
        {videoId && report.state !== 'acted' ? (
          <Link href={`/video/${videoId}`} className="underline decoration-line underline-offset-4">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      {otherText && <ClampedText text={otherText} className="text-small text-ink-muted" />}
      <p className="font-strong">{outcomeOf(report)}</p>
    </li>
  )
}

const kinds: Record<OwnReport['kind'], string> = { video: 'Clip', comment: 'Comment', account: 'Account' }

function outcomeOf({ state, rule }: OwnReport): string {
  switch (state) {
    case 'open':
      return 'Waiting for review.'
    case 'acted':
      return rule ? `We took action under “${ruleOf(rule).title}”.` : 'We took action.'
    case 'taken-back':
      return 'We took action, then reversed it.'
    case 'nothing-found':
      return 'We found no violation.'
    case 'gone':
      return 'It was deleted before we reviewed it.'
  }
}
