import { Link } from 'wouter'
import type { AdminPerson } from '../../../../contract/site/people.ts'
import { countOf } from '../../../format/count.ts'
import { formatDay } from '../../../format/day.ts'
import { nameOf, statusLabels } from '../../../people/accounts.queries.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'

const linkClass = 'min-h-11 py-2.5 underline-offset-4 hover:underline'

interface AccountRowProps {
  person: AdminPerson
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

/** One account of the list. Staff, samples and suspended accounts cannot be selected. */
export function AccountRow({ person, isSelected, onSelect }: AccountRowProps) {
  const { username, role, standing, isSample, invitation } = person
  const isFixed = role !== 'member' || isSample || standing === 'suspended'
  return (
    <li className="flex items-start gap-4 border-t border-line py-2">
      <div className="min-w-0 grow wrap-anywhere">
        <Checkbox
          checked={isSelected}
          disabled={isFixed}
          onChange={onSelect}
          label={username ? `${nameOf(person)} @${username}` : nameOf(person)}
          effect={factsOf(person)}
        />
      </div>
      <div className="flex shrink-0 flex-col items-end gap-x-4 sm:flex-row">
        {username && (
          <Link href={`/profile/${username}`} className={linkClass}>
            Profile<span className="sr-only"> of {nameOf(person)}</span>
          </Link>
        )}
        {invitation && (
          <Link href={`/moderation?tab=accounts&invitation=${invitation.id}`} className={linkClass}>
            Same invitation<span className="sr-only"> as {nameOf(person)}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

function factsOf(person: AdminPerson): string {
  const { role, standing, isSample, joinedDate, videosCount, decisionsCount, invitation } = person
  return [
    role === 'member' ? undefined : role === 'admin' ? 'Admin' : 'Moderator',
    isSample ? 'Sample' : undefined,
    statusLabels[standing],
    `joined ${formatDay(joinedDate)}`,
    invitation && (invitation.note ? `invited: “${invitation.note}”` : 'invited by link'),
    countOf(videosCount, 'clip'),
    decisionsCount > 0 ? countOf(decisionsCount, 'decision') : undefined,
  ]
    .filter(Boolean)
    .join(' · ')
}
