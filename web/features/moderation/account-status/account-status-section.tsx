import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { OwnReport } from '../../../../contract/moderation/report-outcomes.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { formatDay } from '../../../format/day.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { isFocusUnchosen } from '../../../page/focus.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { labelOfReason, ruleOf } from '../rules/rules.ts'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { Together } from '../../../ui/loading/skeleton.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { useMarkSeen } from '../../../viewer/seen-items.ts'
import { seenStatements, ownReportsQuery, ownPendingQuery, statementsQuery } from './account-status.queries.ts'
import { StatementItem } from './statement-item.tsx'

/**
 * The settings section that lists decisions about the viewer, the viewer's pending comments and the results of the
 * viewer's reports.
 */
export function AccountStatusSection({ user }: { user: OwnUser }) {
  const answers = [useQuery(statementsQuery), useQuery(ownPendingQuery), useQuery(ownReportsQuery)]
  const isPending = answers.some((answer) => answer.isPending)
  useEffect(() => {
    // The fragment of a link to a decision is its id.
    if (!isPending && isFocusUnchosen()) document.getElementById(location.hash.slice(1))?.focus()
  }, [isPending])
  return (
    <Together isPending={isPending} label="Loading your account status">
      <div className="flex flex-col gap-14">
        {user.standing === 'waiting' && (
          <p className="text-lead">
            Your account is waiting for approval.{' '}
            <Link href="/auth" className="text-accent-ink underline underline-offset-4">
              See your request
            </Link>
          </p>
        )}
        <Statements userId={user.id} />
        <OwnPendingComments />
        <OwnReports />
      </div>
    </Together>
  )
}

/** Lists the decisions in full. Showing a decision marks it as seen. */
function Statements({ userId }: { userId: string }) {
  const query = useQuery(statementsQuery)
  useMarkSeen(seenStatements, query.data)
  return (
    <div className="flex flex-col gap-6">
      <QueryContent query={query} what="your account status" loading={null}>
        {(statements) =>
          statements.length === 0 ? (
            <p className="text-lead">All clear: no moderation decisions about you.</p>
          ) : (
            statements.map((statement) => <StatementItem key={statement.id} statement={statement} userId={userId} />)
          )
        }
      </QueryContent>
    </div>
  )
}

/** The viewer's own pending comments. Renders nothing if there are none. */
function OwnPendingComments() {
  return (
    <QueryContent query={useQuery(ownPendingQuery)} what="your pending comments" loading={null}>
      {(comments) =>
        comments.length > 0 && (
          <TitledSection
            id="own-pending"
            title="Your pending comments"
            sentence="These are awaiting review. Only you can see them for now."
          >
            <ul className="mt-2">
              {comments.map(({ id, text, createdAt, video }) => (
                <li key={id} className="flex flex-col gap-1 border-t border-line py-4">
                  <p dir="auto" className="whitespace-pre-line">
                    {text}
                  </p>
                  <p className="text-small text-ink-muted">
                    <RelativeTime iso={createdAt} /> below{' '}
                    <Link href={videoPath(video.id)} className="underline decoration-line underline-offset-4">
                      <bdi>{video.title}</bdi>
                    </Link>
                  </p>
                </li>
              ))}
            </ul>
          </TitledSection>
        )
      }
    </QueryContent>
  )
}

/** The viewer's own reports and their outcomes. Renders nothing if there are none. */
function OwnReports() {
  return (
    <QueryContent query={useQuery(ownReportsQuery)} what="your reports" loading={null}>
      {(reports) =>
        reports.length > 0 && (
          <TitledSection id="own-reports" title="Your reports">
            <ul className="mt-2">
              {reports.map((report) => (
                <Report key={report.id} report={report} />
              ))}
            </ul>
          </TitledSection>
        )
      }
    </QueryContent>
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
      {videoId && report.state !== 'acted' ? (
        <Link
          href={videoPath(videoId)}
          className="flex items-center underline decoration-line underline-offset-4 pointer-coarse:min-h-11"
        >
          <span dir="auto" className="line-clamp-2">
            {name}
          </span>
        </Link>
      ) : (
        <p dir="auto" className="line-clamp-2">
          {name}
        </p>
      )}
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
