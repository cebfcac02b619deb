import { useState } from 'react'
import type { CaseReport } from '../../../../contract/moderation/cases.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { ClampedText, ShowMoreButton } from '../../../ui/clamped-text.tsx'
import { groupReports, type ReportGroup, describeRecord } from './group-reports.ts'

/** Number of reports per reason that are shown before "Show more". */
const SHOWN = 3

/** The reports of a case, grouped by reason. Only staff see the names of reporters. */
export function CaseReports({ reports, count }: { reports: CaseReport[]; count: number }) {
  return (
    <div className="flex flex-col gap-4">
      {groupReports(reports).map((group) => (
        <Group key={group.reason} group={group} />
      ))}
      {count > reports.length && (
        <p className="text-small text-ink-muted">
          The first {reports.length} of {count} reports are shown.
        </p>
      )}
    </div>
  )
}

function Group({ group: { reason, told, visitors } }: { group: ReportGroup }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <p className="font-strong">
        {reason} <span className="font-regular text-ink-muted tabular-nums">{told.length + visitors}</span>
      </p>
      <ul className="flex flex-col gap-2">
        {(isOpen ? told : told.slice(0, SHOWN)).map((report) => (
          <Report key={report.id} report={report} />
        ))}
        {visitors > 0 && (
          <li className="text-small text-ink-muted">{visitors === 1 ? 'A visitor' : `${visitors} visitors`}</li>
        )}
      </ul>
      {told.length > SHOWN && <ShowMoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
    </div>
  )
}

function Report({ report: { reporter, notice, otherText, createdAt } }: { report: CaseReport }) {
  return (
    <li className="text-small">
      <p className="text-ink-muted">
        <bdi className="text-ink">{notice?.name ?? reporter?.name ?? 'A visitor'}</bdi>
        {reporter && ` · ${describeRecord(reporter)}`}
        {' · '}
        <RelativeTime iso={createdAt} />
      </p>
      {(notice?.explanation ?? otherText) && <ClampedText text={notice?.explanation ?? otherText ?? ''} />}
    </li>
  )
}
