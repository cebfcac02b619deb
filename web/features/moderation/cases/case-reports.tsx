import { useState } from 'react'
import type { CaseReport } from '../../../../contract/moderation/cases.ts'
import { countOf } from '../../../format/count.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { labelOfReason } from '../rules/rules.ts'
import { ClampedText, ShowMoreButton } from '../../../ui/clamped-text.tsx'

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

function Group({ group: { reason, listed, anonymousCount } }: { group: ReportGroup }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      <p className="font-strong">
        {reason} <span className="font-regular text-ink-muted tabular-nums">{listed.length + anonymousCount}</span>
      </p>
      <ul className="flex flex-col gap-2">
        {(isOpen ? listed : listed.slice(0, SHOWN)).map((report) => (
          <Report key={report.id} report={report} />
        ))}
        {anonymousCount > 0 && <li className="text-small text-ink-muted">{countOf(anonymousCount, 'visitor')}</li>}
      </ul>
      {listed.length > SHOWN && <ShowMoreButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
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

interface ReportGroup {
  reason: string
  /** Reports from accounts, from takedown notices, or with text. They are listed one by one. */
  listed: CaseReport[]
  /** Number of anonymous reports without a text. */
  anonymousCount: number
}

/** Groups reports by reason, the most frequent reason first. */
function groupReports(reports: CaseReport[]): ReportGroup[] {
  const byReason = Map.groupBy(reports, ({ reason, notice }) =>
    notice ? `Notice: ${notice.kind}` : labelOfReason(reason),
  )
  return [...byReason]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([reason, given]) => {
      const listed = given.filter(({ reporter, otherText, notice }) => reporter ?? otherText ?? notice)
      return { reason, listed, anonymousCount: given.length - listed.length }
    })
}

/** Returns how many of the reporter's decided reports led to enforcement: `8 of 10 reports upheld`. */
function describeRecord({ agreed, judged }: NonNullable<CaseReport['reporter']>): string {
  return judged === 0 ? 'no earlier reports reviewed' : `${agreed} of ${countOf(judged, 'report')} upheld`
}
