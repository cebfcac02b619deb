import type { AdminPerson } from '../../../contract/site/people.ts'
import { countOf } from '../../format/count.ts'
import { formatDay } from '../../format/day.ts'
import { isolate } from '../../format/isolate.ts'
import { statusLabels } from './status-labels.ts'

const roles = { member: undefined, moderator: 'Moderator', admin: 'Admin' } as const

/** Returns the facts about an account that staff see in a list, in this order. */
export function factsOf({ role, standing, standingUntil, isSample, joinedDate, invitation, ...counts }: AdminPerson) {
  const label = statusLabels[standing]
  const until = standingUntil && `${standing === 'leaving' ? 'on' : 'until'} ${formatDay(standingUntil)}`
  return {
    role: roles[role],
    status: label && until ? `${label} ${until}` : label,
    sample: isSample ? 'Sample' : undefined,
    // The day in UTC, by which staff filter the list.
    joined: `Joined ${formatDay(joinedDate.slice(0, 10))}`,
    invited: invitation ? (invitation.note ? `invited: “${isolate(invitation.note)}”` : 'invited by link') : undefined,
    clips: countOf(counts.videosCount, 'clip'),
    decisions: counts.decisionsCount > 0 ? countOf(counts.decisionsCount, 'decision') : undefined,
  }
}
