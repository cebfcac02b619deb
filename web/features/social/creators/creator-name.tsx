import { Link, useLocation } from 'wouter'
import type { ListedCreator } from '../../../../contract/social/creators.ts'
import { chooseCreator } from '../../../people/chosen-creator.ts'

interface CreatorNameProps {
  creator: ListedCreator
  className: string
  large?: boolean
}

/**
 * The link that covers the whole card. Its address is the creator's profile, for new tabs and for sharing. A plain
 * click chooses the creator and opens `/profile`.
 */
export function CreatorName({ creator, className, large = false }: CreatorNameProps) {
  const [, navigate] = useLocation()
  return (
    <div className={className}>
      <Link
        href={`/profile/${creator.username}`}
        onClick={(event) => {
          event.preventDefault()
          chooseCreator(creator.id)
          navigate('/profile')
        }}
        className={`after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-3 focus-visible:after:outline-accent-ink ${large ? 'headline line-clamp-2 text-title max-sm:line-clamp-1 max-sm:text-lead' : 'block truncate font-strong'}`}
      >
        {creator.displayName || creator.username}
      </Link>
      <div className="mt-1 truncate text-small text-ink-muted">@{creator.username}</div>
    </div>
  )
}
