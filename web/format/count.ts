const plain = new Intl.NumberFormat()

/** Returns a count in the user's locale: `1,234`, or `1,234+` if there are more. */
export function formatCount(count: number, hasMore = false): string {
  return plain.format(count) + (hasMore ? '+' : '')
}

/** Returns a count shortened to one decimal, with K from 1,000 and M from 1,000,000: `999`, `1.0K`, `12.3K`, `1.0M`. */
export function shortenCount(count: number): string {
  // A smaller unit would round this to '1000.0K'.
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`
  if (count >= 1_000) return `${(count / 1_000).toFixed(1)}K`
  return String(count)
}

/** Returns an ordinal: `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st` … */
export function ordinal(rank: number): string {
  const teens = rank % 100 >= 11 && rank % 100 <= 13
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th')
  return `${rank}${ending}`
}

/** Returns a number with its noun: `1 account`, `300 accounts`, `2 remixes`, `1,000+ clips`. */
export function countOf(count: number, noun: string, { plural = `${noun}s`, hasMore = false } = {}): string {
  return `${formatCount(count, hasMore)} ${count === 1 ? noun : plural}`
}
