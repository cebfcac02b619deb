import { useQuery } from '@tanstack/react-query'
import { siteQuery } from './registration-approval.queries.ts'

/** Replaces the registration form while registration is closed. */
export function ClosedRegistration() {
  const { data: site } = useQuery(siteQuery)
  return (
    <div className="rounded-card bg-surface p-5 wrap-anywhere sm:p-6">
      <p className="font-strong">This site isn’t accepting new accounts right now.</p>
      <p className="mt-2 text-ink-muted">You can browse without an account. If you have one, you can sign in.</p>
      {site?.contact && <p className="mt-2 text-ink-muted">Questions? {site.contact}</p>}
    </div>
  )
}
