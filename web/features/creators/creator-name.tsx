import { Link, useLocation } from 'wouter'
import type { ListedCreator } from '../../../contract/creators.ts'
import { ALPHA_CREATORS } from '../../../contract/users.ts'
import { Badge } from './badge.tsx'
import { chooseCreator } from './chosen-creator.ts'

interface CreatorNameProps {
  creator: ListedCreator
  className: string
  large?: boolean
}

/**
 * The link that the whole card is. Its address is that of the creator, for a tab of its own and for sending it to
 * somebody; a plain click chooses the creator and goes to `/profile`.
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
        className={`after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-3 focus-visible:after:outline-accent-ink ${large ? 'headline line-clamp-2 text-title' : 'block truncate font-strong'}`}
      >
        {creator.displayName || creator.username}
      </Link>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-muted">
        <span className="truncate">@{creator.username}</span>
        {creator.userNumber <= ALPHA_CREATORS && <Badge on="surface">Alpha creator</Badge>}
      </div>
    </div>
  )
}
