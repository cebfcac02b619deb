import Medal from 'lucide-react/icons/medal'
import { Link, useLocation } from 'wouter'
import type { CreatorSort, ListedCreator } from '../../../../contract/social/creators.ts'
import { shortenCount } from '../../../format/count.ts'
import { chosenCreator } from '../../../people/chosen-creator.ts'
import { profilePath } from '../../../people/person.ts'
import { Avatar, initial } from '../../../ui/avatar.tsx'

interface CreatorCardProps {
  creator: ListedCreator
  /** The position in the displayed order, starting at 1. */
  rank: number
  sort: CreatorSort
}

const card =
  'relative flex flex-wrap items-center gap-x-4 rounded-card bg-surface transition-colors duration-150 hover:bg-surface-raised'

/** The card of one of the first three creators. Wide screens show these three cards side by side and larger. */
export function TopCreatorCard({ creator, rank, sort }: CreatorCardProps) {
  return (
    <li data-creator={creator.id} className={`${card} content-between gap-y-3 p-4 sm:gap-y-5 sm:p-5 lg:p-6`}>
      <Avatar src={creator.avatarUrl} fallback={initial(creator.username, creator.displayName)} size="lg" />
      {/* Below `lg`, the medal is at the end of the name's row, otherwise in the row above. With large text on a phone,
          the name has a row of its own. */}
      <RankBadge creator={creator} rank={rank} className="order-1 lg:order-none lg:ml-auto" />
      <CreatorName creator={creator} className="min-w-0 grow basis-24 lg:basis-full" large />
      <CreatorStats creator={creator} sort={sort} className="order-1 w-full" />
    </li>
  )
}

export function CreatorCard({ creator, rank, sort }: CreatorCardProps) {
  return (
    <li data-creator={creator.id} className={`${card} gap-y-3 p-4 sm:px-5 md:flex-nowrap lg:col-span-3 lg:px-6`}>
      <RankBadge creator={creator} rank={rank} className="min-w-8 lg:min-w-14" />
      <Avatar src={creator.avatarUrl} fallback={initial(creator.username, creator.displayName)} size="md" />
      <CreatorName creator={creator} className="min-w-0 grow basis-24" />
      <CreatorStats creator={creator} sort={sort} className="w-full md:w-80 lg:w-96" />
    </li>
  )
}

interface CreatorNameProps {
  creator: ListedCreator
  className: string
  large?: boolean
}

/**
 * The link that covers the whole card. Its address is the creator's profile, for new tabs and for sharing. A plain
 * click chooses the creator and opens `/profile`.
 */
function CreatorName({ creator, className, large = false }: CreatorNameProps) {
  const [, navigate] = useLocation()
  return (
    <div className={className}>
      <Link
        href={profilePath(creator.username)}
        dir="auto"
        onClick={(event) => {
          event.preventDefault()
          chosenCreator.set(creator.id)
          navigate('/profile')
        }}
        className={`covers-card w-fit max-w-full ${large ? 'headline line-clamp-2 text-title max-sm:line-clamp-1 max-sm:text-lead max-sm:break-all' : 'block truncate font-strong'}`}
      >
        {creator.displayName || creator.username}
      </Link>
      <div className="mt-1 truncate text-small text-ink-muted">@{creator.username}</div>
    </div>
  )
}

const stats = {
  totalViews: 'Views',
  totalLikes: 'Likes',
  followersCount: 'Followers',
  videosCount: 'Videos',
} as const

/** A creator's figures, with the one that decides the order highlighted. */
function CreatorStats({ creator, sort, className }: { creator: ListedCreator; sort: CreatorSort; className: string }) {
  return (
    <dl className={`grid shrink-0 grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-2 ${className}`}>
      {Object.entries(stats).map(([stat, name]) => (
        <div key={stat} className="flex min-w-0 flex-col-reverse">
          <dt className="text-small whitespace-nowrap text-ink-muted">{name}</dt>
          <dd className={`font-strong tabular-nums ${stat === sort ? '' : 'text-ink-muted'}`}>
            {shortenCount(creator[stat as keyof typeof stats])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * The position on the leaderboard. The first three creators have a medal, and that of the first one has the accent
 * colour. Samples have no position.
 */
function RankBadge({ creator, rank, className }: { creator: ListedCreator; rank: number; className: string }) {
  if (creator.isSample) {
    return (
      <span
        className={`rounded-full bg-canvas px-2 py-0.5 text-center text-small whitespace-nowrap text-ink-muted ${className}`}
      >
        Sample
      </span>
    )
  }
  if (rank > 3) return <span className={`font-strong tabular-nums ${className}`}>#{rank}</span>
  const tone = rank === 1 ? 'bg-accent text-on-accent' : 'bg-canvas text-ink'
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 rounded-full px-3.5 whitespace-nowrap py-1.5 font-strong max-lg:gap-1 max-lg:px-2 max-lg:py-0.5 max-lg:text-small tabular-nums ${tone} ${className}`}
    >
      <Medal className="size-4 max-lg:size-3.5" />#{rank}
    </span>
  )
}
