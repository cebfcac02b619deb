import Medal from 'lucide-react/icons/medal'
import type { ListedCreator } from '../../../../contract/social/creators.ts'

interface RankBadgeProps {
  creator: ListedCreator
  rank: number
  className: string
}

/**
 * The position on the leaderboard. The first three creators have a medal, and that of the first one has the accent
 * colour. Samples have no position.
 */
export function RankBadge({ creator, rank, className }: RankBadgeProps) {
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
      <Medal aria-hidden="true" className="size-4 max-lg:size-3.5" />#{rank}
    </span>
  )
}
