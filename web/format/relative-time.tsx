import { useState } from 'react'

const SECOND_MS = 1_000
const units = [
  ['year', 365 * 24 * 3_600 * SECOND_MS],
  ['month', 30 * 24 * 3_600 * SECOND_MS],
  ['week', 7 * 24 * 3_600 * SECOND_MS],
  ['day', 24 * 3_600 * SECOND_MS],
  ['hour', 3_600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
] as const

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

/** Returns the time since `atMs`: `just now`, `5 min. ago`, `yesterday`. A time in the future counts as now. */
export function formatTimeAgo(atMs: number, nowMs: number): string {
  const agoMs = nowMs - atMs
  const [unit, unitMs] = units.find(([, ms]) => agoMs >= ms) ?? []
  return unit ? relative.format(-Math.floor(agoMs / unitMs), unit) : 'just now'
}

/** A relative time, with the exact one in its title. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const [now] = useState(Date.now)
  return (
    <time dateTime={iso} title={absolute.format(new Date(iso))} className={`whitespace-nowrap ${className ?? ''}`}>
      {formatTimeAgo(Date.parse(iso), now)}
    </time>
  )
}
