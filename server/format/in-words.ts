/** Formats a number of things, such as '1 file' or '1,204 files'. @param name A singular whose plural ends in `s`. */
export function counted(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`
}

/** Formats a duration as words after 'in', such as 'a second', '5 minutes' or '3 hours'. It is rounded up. */
export function durationInWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return minutes === 1 ? 'a minute' : counted(minutes, 'minute')
  return counted(Math.ceil(minutes / 60), 'hour')
}
