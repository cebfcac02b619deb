import { Link } from 'wouter'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { Avatar, initial } from '../../../ui/avatar.tsx'
import { describeReach } from '../decisions/send-label.ts'

const statuses = {
  active: undefined,
  restricted: 'Restricted',
  suspended: 'Suspended',
  waiting: 'Waiting for approval',
  leaving: 'Scheduled for deletion at their request',
} as const

/**
 * The owner of the reported content, and the content that a suspension would hide. The avatar may be the reported
 * picture, so it loads only when the moderator reveals the pictures.
 */
export function CasePerson({ person, isShown }: { person: NonNullable<Case['person']>; isShown: boolean }) {
  const { copyrightCount } = person
  const name = person.displayName || person.username || 'User'
  const standing = statuses[person.standing]
  return (
    <div className="flex gap-3">
      <span className="h-8">
        <Avatar src={isShown ? person.avatarUrl : null} fallback={initial(person.username, person.displayName)} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2">
          {person.username === null ? (
            <bdi className="font-strong">{name}</bdi>
          ) : (
            <Link
              href={`/profile/${person.username}`}
              className="touch-target rounded-control font-strong underline decoration-line underline-offset-4 hover:text-accent-ink"
            >
              <bdi>{name}</bdi>
            </Link>
          )}
          {person.username !== null && <span className="text-ink-muted">@{person.username}</span>}
        </p>
        <p className="text-small text-ink-muted">
          {standing && <strong className="font-strong text-danger">{standing} · </strong>}
          {person.role !== 'member' && <span className="capitalize">{person.role} · </span>}
          Joined <RelativeTime iso={person.joinedDate} /> · {describeReach(person)}
        </p>
        {copyrightCount > 0 && (
          <p className="text-small font-strong">
            {copyrightCount} copyright {copyrightCount === 1 ? 'notice was' : 'notices were'} upheld against them
          </p>
        )}
      </div>
    </div>
  )
}
