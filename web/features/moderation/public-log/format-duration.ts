/** Returns a duration in its two largest units: `25 min`, `3 h 20 min`, `2 d 5 h`. */
export function formatDuration(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = days > 0 ? [say(days, 'd'), say(hours, 'h')] : [say(hours, 'h'), say(rest, 'min')]
  return parts.filter(Boolean).join(' ') || '0 min'
}

function say(count: number, unit: string): string {
  return count > 0 ? `${count} ${unit}` : ''
}
