import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { announce } from './describe-statement.ts'
import { followSeen, statementsQuery } from './standing.queries.ts'

/** Tells of what the moderators decided until it was read, on every page but the one where it is read. */
export function DecisionBanner() {
  const client = useQueryClient()
  useEffect(() => followSeen(client), [client])
  const { data } = useQuery(statementsQuery)
  const unseen = data?.filter(({ isSeen }) => !isSeen) ?? []
  const [newest] = unseen
  return (
    <div role="status" className="bg-surface">
      {newest && (
        <p className="mx-auto flex max-w-[110rem] flex-wrap items-center gap-x-5 px-4 py-1.5 sm:px-6">
          <span className="py-1.5">
            {unseen.length === 1
              ? announce(newest)
              : `The moderators decided ${unseen.length} things that concern you.`}
          </span>
          <Link
            href="/settings/standing"
            className="flex min-h-11 items-center font-strong text-accent-ink underline-offset-4 hover:underline"
          >
            Why, and what you can do
          </Link>
        </p>
      )}
    </div>
  )
}
