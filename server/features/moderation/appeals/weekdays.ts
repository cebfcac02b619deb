const DAY_MS = 24 * 60 * 60 * 1000

/** @param from In UTC. @returns The day so many days from Monday to Friday later, as `2026-11-22`. */
export function weekdaysAfter(from: Date, weekdays: number): string {
  let day = from
  for (let left = weekdays; left > 0;) {
    day = new Date(day.getTime() + DAY_MS)
    if (day.getUTCDay() % 6 !== 0) left--
  }
  return day.toISOString().slice(0, 10)
}
