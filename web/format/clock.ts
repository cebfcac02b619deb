/** Returns a duration as players show it: `0:05`, `12:30`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const total = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60]
  const parts = hours > 0 ? [hours, pad(minutes), pad(total % 60)] : [minutes, pad(total % 60)]
  return parts.join(':')
}

/** Returns the length of a clip as players show it: rounded, and `0:01` for a clip of less than a second. */
export function formatLength(seconds: number): string {
  return formatClock(Math.max(1, Math.round(seconds)))
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
