import type { Overview } from '../../../../contract/site/overview.ts'

/**
 * Warns about unusually fast decisions, because they may come from a stolen account. All decisions of such an account
 * can be undone.
 */
export function HurriedBanner({ hurried }: { hurried: Overview['hurried'] }) {
  return (
    <div role="status" className="mb-6 flex flex-col gap-2 rounded-card bg-surface p-5 outline outline-danger sm:p-6">
      {hurried.map(({ id, displayName, decisions, suspensions }) => (
        <p key={id} className="wrap-anywhere">
          <strong>{displayName}</strong> made {decisions} decisions within ten minutes
          {suspensions > 0 && `, ${suspensions} of them suspensions`}. Is it really them?
        </p>
      ))}
      <p className="text-small text-ink-muted">
        If not, change their role to Member under People, then run <code>npm run admin -- undo NAME --since 1h</code> on
        the server.
      </p>
    </div>
  )
}
