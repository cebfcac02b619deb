import { useQuery } from '@tanstack/react-query'
import { siteQuery } from './joining.queries.ts'

/** Replaces the registration form while registration is closed. */
export function ClosedRegistration() {
  const { data: site } = useQuery(siteQuery)
  return (
    <div className="rounded-card bg-surface p-5 wrap-anywhere sm:p-6">
      <p className="font-strong">This site takes no new accounts at the moment.</p>
      <p className="mt-2 text-ink-muted">You can look at everything without one. Whoever has an account can log in.</p>
      {site?.contact && <p className="mt-2 text-ink-muted">To ask: {site.contact}</p>}
    </div>
  )
}
