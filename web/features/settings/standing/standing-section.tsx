import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OwnUser } from '../../../../contract/users.ts'
import { NotArrived } from '../../../ui/notice.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { markSeen, statementsQuery } from './standing.queries.ts'
import { StatementItem } from './statement-item.tsx'

/** What was decided about a person, each decision in full. Being shown here is being read. */
export function StandingSection({ user }: { user: OwnUser }) {
  const client = useQueryClient()
  const { data: statements, isError, refetch } = useQuery(statementsQuery)
  useEffect(() => {
    void markSeen(client, statements?.filter(({ isSeen }) => !isSeen) ?? [])
  }, [client, statements])
  if (!statements) return isError ? <NotArrived what="your standing" onRetry={() => void refetch()} /> : <PageSpinner />
  if (statements.length === 0)
    return <p className="text-lead">The moderators decided nothing about you. All is well.</p>
  return (
    <div className="flex flex-col gap-6">
      {statements.map((statement) => (
        <StatementItem key={statement.id} statement={statement} userId={user.id} />
      ))}
    </div>
  )
}
