import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { TitledSection } from '../../../ui/titled-section.tsx'
import { ownWaitingQuery } from './account-status.queries.ts'

/** The viewer's own pending comments. Renders nothing if there are none. */
export function OwnWaiting() {
  const { data: comments, isError, refetch } = useQuery(ownWaitingQuery)
  if (isError && !comments) return <NotArrived what="your pending comments" onRetry={() => void refetch()} />
  if (!comments || comments.length === 0) return null
  return (
    <TitledSection
      id="own-waiting"
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
              <Link href={`/video/${video.id}`} className="underline decoration-line underline-offset-4">
                <bdi>{video.title}</bdi>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
