import { useQuery } from '@tanstack/react-query'
import { NewsBar } from '../../../ui/news-bar.tsx'
import { useUnseen } from '../../../viewer/seen-items.ts'
import { announce } from './describe-statement.ts'
import { seenStatements, statementsQuery } from './account-status.queries.ts'

/** Announces unseen moderation decisions on every page except the one that lists them. */
export function DecisionBanner() {
  const unseen = useUnseen(seenStatements, useQuery(statementsQuery).data)
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
