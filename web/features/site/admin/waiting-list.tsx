import { Link } from 'wouter'
import type { Overview } from '../../../../contract/site/overview.ts'
import { formatCount } from '../../../format/count.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'

type Kind = keyof Overview['waiting']

/** The labels of each kind, and the page where its items are handled. */
const kinds: Record<Kind, { one: string; many: string; href?: string }> = {
  cases: { one: 'open case', many: 'open cases', href: '/moderation' },
  appeals: { one: 'appeal', many: 'appeals', href: '/moderation?tab=appeals' },
  comments: { one: 'comment', many: 'comments', href: '/moderation?tab=comments' },
  accounts: { one: 'account to approve', many: 'accounts to approve', href: '/admin?tab=people&show=waiting' },
  // Forwarding a counter-notice needs names and addresses, which can only be read on the server's machine.
  counterNotices: {
    one: 'counter-notice to forward: run “npm run notices”',
    many: 'counter-notices to forward: run “npm run notices”',
  },
}

export function WaitingList({ waiting }: { waiting: Overview['waiting'] }) {
  const rows = (Object.keys(kinds) as Kind[]).filter((kind) => waiting[kind].count > 0)
  if (rows.length === 0) return <p className="text-ink-muted">Nothing is waiting.</p>
  return (
    <ul>
      {rows.map((kind) => {
        const { count, oldest } = waiting[kind]
        const { one, many, href } = kinds[kind]
        const words = `${formatCount(count)} ${count === 1 ? one : many}`
        return (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line">
            {href ? (
              <Link href={href} className="flex min-h-11 items-center font-strong underline underline-offset-4">
                {words}
              </Link>
            ) : (
              <span className="flex min-h-11 items-center font-strong">{words}</span>
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
