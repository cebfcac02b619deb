import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountEventSentences } from '../../../../contract/account/account.ts'
import type { AccountEvent } from '../../../../contract/account/account-events.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { useMarkSeen } from '../../../viewer/seen-items.ts'
import { eventsQuery, seenEvents } from './account-events.queries.ts'

/** The account events of the last year. Renders nothing if there are none. Showing events marks them as seen. */
export function ChangesPart() {
  const query = useQuery(eventsQuery)
  useMarkSeen(seenEvents, query.data)
  return (
    <QueryContent query={query} what="your account’s changes" loading={null}>
      {(events) =>
        events.length > 0 && (
          <TitledSection
            id="changes"
            title="What changed"
            sentence="If one of these wasn’t you, change your password. That signs out all your other devices."
          >
            <ul aria-labelledby="changes" className="mt-4">
              {events.map((event) => (
                <Change key={event.id} event={event} />
              ))}
            </ul>
          </TitledSection>
        )
      }
    </QueryContent>
  )
}

function Change({ event: { kind, detail, at, isSeen } }: { event: AccountEvent }) {
  // The mark stays for the whole visit, although showing an event marks the event as seen.
  const [isNew] = useState(!isSeen)
  return (
    <li className="border-t border-line py-3">
      <p>{accountEventSentences[kind]}</p>
      <p className="text-small break-words text-ink-muted">
        <RelativeTime iso={at} />
        {detail !== null && (
          <>
            {' · '}
            <bdi>{detail}</bdi>
          </>
        )}
        {isNew && <span className="font-strong text-ink"> · New</span>}
      </p>
    </li>
  )
}
