import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NewsBar } from '../../../ui/news-bar.tsx'
import { announce } from './describe-statement.ts'
import { followSeen, statementsQuery } from './account-status.queries.ts'

/** Announces unseen moderation decisions on every page except the one that lists them. */
export function DecisionBanner() {
  const client = useQueryClient()
  useEffect(() => followSeen(client), [client])
  const { data } = useQuery(statementsQuery)
  const unseen = data?.filter(({ isSeen }) => !isSeen) ?? []
  const [newest] = unseen
  const several = `The moderators made ${unseen.length} decisions about your account.`
  return (
    <NewsBar
      text={newest ? (unseen.length === 1 ? announce(newest) : several) : null}
      href="/settings/standing"
      link="See why and what you can do"
    />
  )
}
