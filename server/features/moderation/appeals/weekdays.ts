const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Adds working days (Monday to Friday) to a date.
 * @param from A UTC time.
 * @returns The resulting day, such as `2026-11-22`.
 */
export function weekdaysAfter(from: Date, weekdays: number): string {
  let day = from
  for (let left = weekdays; left > 0;) {
    day = new Date(day.getTime() + DAY_MS)
    if (day.getUTCDay() % 6 !== 0) left--
  }
  return day.toISOString().slice(0, 10)
}
