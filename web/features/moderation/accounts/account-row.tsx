import { Link } from 'wouter'
import type { AdminPerson } from '../../../../contract/site/people.ts'
import { factsOf } from '../../../people/accounts/account-facts.ts'
import { accountName } from '../../../people/accounts/accounts.queries.ts'
import { profilePath } from '../../../people/person.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'

const linkClass = 'min-h-11 py-2.5 underline decoration-line underline-offset-4'

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
          label={username ? `${accountName(person)} @${username}` : accountName(person)}
          effect={Object.values(factsOf(person)).filter(Boolean).join(' · ')}
        />
      </div>
      <div className="flex shrink-0 flex-col items-end gap-x-4 sm:flex-row">
        {username && (
          <Link href={profilePath(username)} className={linkClass}>
            Profile<span className="sr-only"> of {accountName(person)}</span>
          </Link>
        )}
        {invitation && (
          <Link href={`/moderation?tab=accounts&invitation=${invitation.id}`} className={linkClass}>
            Same invitation<span className="sr-only"> as {accountName(person)}</span>
          </Link>
        )}
      </div>
    </li>
  )
}
