import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountEventSentences } from '../../../../contract/account/account.ts'
import { NewsBar } from '../../../ui/news-bar.tsx'
import { eventsQuery, followSeenEvents } from './account-events.queries.ts'

/** Announces unseen account events on every page except the one that lists them. */
export function AccountBanner() {
  const client = useQueryClient()
  useEffect(() => followSeenEvents(client), [client])
  const { data } = useQuery(eventsQuery)
  const unseen = data?.filter(({ isSeen }) => !isSeen) ?? []
  const [newest] = unseen
  const several = `${unseen.length} changes were made to your account.`
  return (
    <NewsBar
      text={newest ? (unseen.length === 1 ? accountEventSentences[newest.kind] : several) : null}
      href="/settings/sign-in"
      link="Was that you?"
    />
  )
}
