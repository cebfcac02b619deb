import { Link, useLocation } from 'wouter'
import type { CreatorSort, ListedCreator } from '../../../contract/creators.ts'
import { ALPHA_CREATORS } from '../../../contract/users.ts'
import { Avatar, initial } from '../../ui/avatar.tsx'
import { Badge } from './badge.tsx'
import { chooseCreator } from './chosen-creator.ts'
import { CreatorStats } from './creator-stats.tsx'
import { RankBadge } from './rank-badge.tsx'

interface CreatorCardProps {
  creator: ListedCreator
  /** From 1, in the order that is shown. */
  rank: number
  sort: CreatorSort
}

const card = 'group relative rounded-card bg-surface transition-colors duration-150 hover:bg-surface-raised'

export function CreatorCard({ creator, rank, sort }: CreatorCardProps) {
  const isTop = rank <= 3
  return (
    <li
      className={
        isTop
          ? `${card} flex flex-col gap-5 p-5 sm:p-6`
          : `${card} flex flex-wrap items-center gap-x-5 gap-y-4 px-5 py-4 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] md:col-span-3`
      }
    >
      {isTop ? (
        <div className="flex items-start justify-between gap-4">
          <Avatar src={creator.avatarUrl} fallback={initial(creator.username, creator.displayName)} size="xl" />
          <RankBadge rank={rank} />
        </div>
      ) : (
        <>
          <RankBadge rank={rank} />
          <Avatar src={creator.avatarUrl} fallback={initial(creator.username, creator.displayName)} size="md" />
        </>
      )}
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <CreatorName creator={creator} large={isTop} />
        {creator.userNumber <= ALPHA_CREATORS && <Badge>Alpha creator</Badge>}
      </div>
      <CreatorStats creator={creator} sort={sort} />
    </li>
  )
}

/**
 * The whole card is this link. Its address is that of the creator, for a tab of its own and for sending it to somebody;
 * a plain click chooses the creator and goes to `/profile`.
 */
function CreatorName({ creator, large }: { creator: ListedCreator; large: boolean }) {
  const [, navigate] = useLocation()
  const name = creator.displayName || creator.username
  return (
    <Link
      href={`/profile/${creator.username}`}
      onClick={(event) => {
        event.preventDefault()
        chooseCreator(creator.id)
        navigate('/profile')
      }}
      className="min-w-0 after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-3 focus-visible:after:outline-accent-ink"
    >
      <span className={`block truncate ${large ? 'headline text-title' : 'font-strong'}`}>{name}</span>
      <span className="block truncate text-small text-ink-muted">@{creator.username}</span>
    </Link>
  )
}
