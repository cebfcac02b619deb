import { countOf } from '../../../format/count.ts'
import { type Draft, untilOf } from './draft.ts'
import { thingOf, type SubjectKind } from './enforcements.ts'

/** The numbers of clips and comments that a suspension would hide. */
export interface Reach {
  videosCount: number
  commentsCount: number
}

/** Returns the numbers in words: `12 clips and 1 comment`. */
export function describeReach({ videosCount, commentsCount }: Reach): string {
  return `${countOf(videosCount, 'clip')} and ${countOf(commentsCount, 'comment')}`
}

/** Returns the end of an enforcement: `until 3 December`, `until 3 December 2027` or `until lifted`. */
function describeUntil(draft: Draft): string {
  const until = untilOf(draft)
  if (!until) return 'until lifted'
  const isThisYear = until.getFullYear() === new Date().getFullYear()
  const format = isThisYear ? ({ day: 'numeric', month: 'long' } as const) : ({ dateStyle: 'long' } as const)
  return `until ${until.toLocaleDateString(undefined, format)}`
}

export function sendLabel(draft: Draft, kind: SubjectKind, reach: Reach | undefined): string {
  switch (draft.measure) {
    case undefined:
      return 'Decide'
    case 'none':
      return 'Close: no violation'
    case 'warn':
      return 'Send warning'
    case 'hide':
      return `Hide the ${thingOf[kind]}`
    case 'restrict':
      return `Restrict ${describeUntil(draft)}`
    case 'suspend':
      return `Suspend ${describeUntil(draft)}${reach ? `, and hide ${describeReach(reach)}` : ''}`
  }
}
