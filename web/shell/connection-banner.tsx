import { useConnection } from '../net/connection.ts'
import { site } from '../page/site.ts'

const sentences = {
  online: '',
  offline: 'You are offline. Changes won’t be saved. Uploads will resume when you’re back online.',
  unreachable: `We can’t reach ${site.siteName}. Trying again…`,
} as const

/**
 * A banner that is visible while the network is down. Its live region is always mounted, so that changes are announced.
 */
export function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-17 z-50 flex justify-center px-4">
      {connection !== 'online' && (
        <p className="animate-rise flex items-center gap-3 rounded-full bg-surface-raised px-5 py-2.5 text-small font-strong shadow-float">
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-danger" />
          {sentences[connection]}
        </p>
      )}
    </div>
  )
}
