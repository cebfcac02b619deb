import type { CreatorSort, ListedCreator } from '../../../../contract/social/creators.ts'
import { Avatar, initial } from '../../../ui/avatar.tsx'
import { CreatorName } from './creator-name.tsx'
import { CreatorStats } from './creator-stats.tsx'
import { RankBadge } from './rank-badge.tsx'

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
    <li data-creator={creator.id} className={`${card} gap-y-3 p-4 sm:gap-y-5 sm:p-5 lg:p-6`}>
      <Avatar src={creator.avatarUrl} fallback={initial(creator.username, creator.displayName)} size="lg" />
      {/* Below `lg`, the medal is at the end of the name's row, otherwise in the row above. */}
      <RankBadge creator={creator} rank={rank} className="order-1 lg:order-none lg:ml-auto" />
      <CreatorName creator={creator} className="min-w-0 grow basis-0 lg:basis-full" large />
      <CreatorStats creator={creator} sort={sort} className="order-1 w-full" />
    </li>
  )
}

export function CreatorCard({ creator, rank, sort }: CreatorCardProps) {
  return (
    <li data-creator={creator.id} className={`${card} gap-y-3 p-4 sm:px-5 md:flex-nowrap lg:col-span-3 lg:px-6`}>
      <RankBadge creator={creator} rank={rank} className="min-w-8 lg:min-w-14" />
      <Avatar src={creator.avatarUrl} fallback={initial(creator.username, creator.displayName)} size="md" />
      <CreatorName creator={creator} className="min-w-0 grow basis-0" />
      <CreatorStats creator={creator} sort={sort} className="w-full md:w-80 lg:w-96" />
    </li>
  )
}
