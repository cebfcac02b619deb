import { Link } from 'wouter'
import type { Overview } from '../../../../../contract/site/overview.ts'
import { countOf } from '../../../../format/count.ts'
import { RelativeTime } from '../../../../format/relative-time.tsx'

type Kind = keyof Overview['waiting']

/** The name of each kind, and the page where its items are handled. */
const kinds: Record<Kind, { noun: string; task?: string; href?: string }> = {
  cases: { noun: 'open case', href: '/moderation' },
  appeals: { noun: 'appeal', href: '/moderation?tab=appeals' },
  comments: { noun: 'pending comment', href: '/moderation?tab=comments' },
  accounts: { noun: 'account', task: ' to approve', href: '/admin?tab=people&show=waiting' },
  // Forwarding a counter-notice needs names and addresses. These can only be read on the server's machine.
  counterNotices: { noun: 'counter-notice', task: ' to forward: run “npm run notices”' },
}

export function WaitingList({ waiting }: { waiting: Overview['waiting'] }) {
  const rows = (Object.keys(kinds) as Kind[]).filter((kind) => waiting[kind].count > 0)
  if (rows.length === 0) return <p className="text-ink-muted">Nothing is waiting.</p>
  return (
    <ul>
      {rows.map((kind) => {
        const { count, oldest } = waiting[kind]
        const { noun, task = '', href } = kinds[kind]
        const text = countOf(count, noun) + task
        return (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line">
            {href ? (
              <Link href={href} className="flex min-h-11 items-center font-strong underline underline-offset-4">
                {text}
              </Link>
            ) : (
              <span className="flex min-h-11 items-center font-strong">{text}</span>
            )}
            {oldest && (
              <span className="text-small text-ink-muted">
                the oldest <RelativeTime iso={oldest} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
