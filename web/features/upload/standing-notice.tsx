import { Link } from 'wouter'
import type { Standing } from '../../../contract/users.ts'

const sentences: Partial<Record<Standing, string>> = {
  restricted: 'Your account is restricted: you can’t publish anything now.',
  suspended: 'Your account is suspended: you can’t publish anything now.',
  waiting: 'Your account waits to be let in: until then you can’t publish anything.',
}

/** For those who cannot publish, before they fill in a form. */
export function StandingNotice({ standing }: { standing: Standing }) {
  const sentence = sentences[standing]
  if (!sentence) return null
  return (
    <div role="status" className="mt-6 flex max-w-3xl flex-col items-start rounded-card bg-surface px-5 py-3">
      <p className="font-strong">{sentence}</p>
      <p className="text-ink-muted">The words that you type here are kept on this device.</p>
      {standing !== 'waiting' && (
        <Link
          href="/settings/standing"
          className="flex min-h-11 items-center font-strong text-accent-ink underline-offset-4 hover:underline"
        >
          Why, and what you can do
        </Link>
      )}
    </div>
  )
}
