import { Link } from 'wouter'
import type { AdminPerson } from '../../../../contract/site/people.ts'
import { formatDay } from '../../../format/day.ts'
import { nameOf } from '../../../people/name-of.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { countOf } from './describe-batch.ts'

interface AccountRowProps {
  person: AdminPerson
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

/** One account of the list. Accounts that a selection cannot be about are shown without a choice. */
export function AccountRow({ person, isSelected, onSelect }: AccountRowProps) {
  const { username, role, standing, isSample } = person
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
      {username && (
        <Link href={`/profile/${username}`} className="min-h-11 shrink-0 py-2.5 underline-offset-4 hover:underline">
          Profile<span className="sr-only"> of {nameOf(person)}</span>
        </Link>
      )}
    </li>
  )
}

const statuses = {
  active: undefined,
  restricted: 'Restricted',
  suspended: 'Suspended',
  waiting: 'Waiting',
  leaving: 'Scheduled for deletion',
} as const

function factsOf({ role, standing, isSample, joinedDate, videosCount, decisionsCount }: AdminPerson): string {
  return [
    role === 'member' ? undefined : role === 'admin' ? 'Admin' : 'Moderator',
    isSample ? 'Sample' : undefined,
    statuses[standing],
    `joined ${formatDay(joinedDate)}`,
    countOf(videosCount, 'clip'),
    decisionsCount > 0 ? countOf(decisionsCount, 'decision') : undefined,
  ]
    .filter(Boolean)
    .join(' · ')
}
