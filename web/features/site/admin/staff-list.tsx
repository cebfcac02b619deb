import { Link } from 'wouter'
import type { Overview } from '../../../../contract/site/overview.ts'

export function StaffList({ staff }: { staff: Overview['staff'] }) {
  return (
    <>
      <ul>
        {staff.map(({ id, username, displayName, role }) => (
          <li key={id} className="flex items-center justify-between gap-6 border-t border-line py-3">
            <span className="min-w-0 wrap-anywhere">
              {displayName || username || 'Unnamed account'}
              {username && <span className="text-ink-muted"> @{username}</span>}
            </span>
            <span className="shrink-0 text-small text-ink-muted">{role === 'admin' ? 'Admin' : 'Moderator'}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-ink-muted">
        Make others moderators or admins under{' '}
        <Link href="/admin?tab=people" className="text-ink underline underline-offset-4">
          People
        </Link>
        .
      </p>
    </>
  )
}
