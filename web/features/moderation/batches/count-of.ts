import { formatCount } from '../../../format/count.ts'

/** Returns a number with its noun: `1 account`, `300 accounts`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
