import { useQuery } from '@tanstack/react-query'
import { accountEventSentences } from '../../../../contract/account/account.ts'
import { NewsBar } from '../../../ui/news-bar.tsx'
import { useUnseen } from '../../../viewer/seen-items.ts'
import { eventsQuery, seenEvents } from './account-events.queries.ts'

/** Announces unseen account events on every page except the one that lists them. */
export function AccountBanner() {
  const unseen = useUnseen(seenEvents, useQuery(eventsQuery).data)
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
