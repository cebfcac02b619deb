import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Together } from '../../../ui/skeleton.tsx'
import { CheckIt } from './check-it.tsx'
import { LogLines } from './log-lines.tsx'
import { logQuery } from './log.queries.ts'

export function LogPage() {
  const { isPending } = useInfiniteQuery(logQuery)
  return (
    <article className="mx-auto max-w-5xl px-4 pt-10 pb-28 sm:px-8">
      <PageHeading title="Public log" className="headline max-w-[17ch] text-display">
        Moderation decisions
      </PageHeading>
      <p className="mt-6 max-w-[52ch] text-lead text-ink-muted">
        Every decision is listed here with the{' '}
        <Link href="/rules" className="text-accent-ink underline underline-offset-4">
          rule
        </Link>{' '}
        it cites. Names and content are left out to protect privacy.
      </p>
      <Together isPending={isPending} label="Loading the log" className="mt-14 sm:mt-20">
        <LogLines />
        <CheckIt />
      </Together>
    </article>
  )
}
