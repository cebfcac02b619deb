import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { NotArrived } from '../../../ui/notice.tsx'
import { Together } from '../../../ui/skeleton.tsx'
import { OwnReports } from './own-reports.tsx'
import { OwnWaiting } from './own-waiting.tsx'
import { markSeen, ownReportsQuery, ownWaitingQuery, statementsQuery } from './account-status.queries.ts'
import { StatementItem } from './statement-item.tsx'

/**
 * The settings section with the decisions about the viewer, their pending comments and the outcomes of their reports.
 */
export function AccountStatusSection({ user }: { user: OwnUser }) {
  const answers = [useQuery(statementsQuery), useQuery(ownWaitingQuery), useQuery(ownReportsQuery)]
  const isPending = answers.some((answer) => answer.isPending)
  useEffect(() => {
    // Links to a decision name it in the fragment.
    if (!isPending) document.getElementById(location.hash.slice(1))?.focus()
  }, [isPending])
  return (
    <Together isPending={isPending} label="Loading your account status">
      <div className="flex flex-col gap-14">
        <Statements userId={user.id} />
        <OwnWaiting />
        <OwnReports />
      </div>
    </Together>
  )
}

/** Lists each decision in full, and marks decisions as seen when it shows them. */
function Statements({ userId }: { userId: string }) {
  const client = useQueryClient()
  const { data: statements, isError, refetch } = useQuery(statementsQuery)
  useEffect(() => {
    void markSeen(client, statements?.filter(({ isSeen }) => !isSeen) ?? [])
  }, [client, statements])
  if (!statements) return isError ? <NotArrived what="your account status" onRetry={() => void refetch()} /> : null
  if (statements.length === 0) return <p className="text-lead">All clear: no moderation decisions about you.</p>
  return (
    <div className="flex flex-col gap-6">
      {statements.map((statement) => (
        <StatementItem key={statement.id} statement={statement} userId={userId} />
      ))}
    </div>
  )
}
