import type { CreatorSort, ListedCreator } from '../../../../contract/social/creators.ts'
import { shortenCount } from '../../../format/count.ts'

const stats = {
  totalViews: 'Views',
  totalLikes: 'Likes',
  followersCount: 'Followers',
  videosCount: 'Videos',
} as const

interface CreatorStatsProps {
  creator: ListedCreator
  sort: CreatorSort
  className: string
}

/** A creator's figures, with the one that decides the order highlighted. */
export function CreatorStats({ creator, sort, className }: CreatorStatsProps) {
  return (
    <dl className={`grid shrink-0 grid-cols-4 gap-2 ${className}`}>
      {Object.entries(stats).map(([stat, name]) => (
        <div key={stat} className="flex min-w-0 flex-col-reverse">
          <dt className="truncate text-small text-ink-muted">{name}</dt>
          <dd className={`font-strong tabular-nums ${stat === sort ? '' : 'text-ink-muted'}`}>
            {shortenCount(creator[stat as keyof typeof stats])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
