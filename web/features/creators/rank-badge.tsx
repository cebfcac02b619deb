import Medal from 'lucide-react/icons/medal'

/** The place on the leaderboard; the first three have a medal, the first of all the accent. */
export function RankBadge({ rank }: { rank: number }) {
  if (rank > 3) return <span className="headline w-12 shrink-0 text-lead text-ink-muted tabular-nums">#{rank}</span>
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-3.5 py-1.5 font-strong tabular-nums ${
        rank === 1 ? 'bg-accent text-on-accent' : 'bg-canvas text-accent-ink'
      }`}
    >
      <Medal aria-hidden="true" className="size-4" />#{rank}
    </span>
  )
}
