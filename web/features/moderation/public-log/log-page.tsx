import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { copyText } from '../../../page/share.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Together } from '../../../ui/skeleton.tsx'
// oxlint-disable-next-line import/default -- The import is the script's source text.
import script from './check-log.mjs?raw'
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

/** Explains how to verify that no line was changed after it was written, without trusting this page. */
function CheckIt() {
  const copy = () =>
    copyText(
      script,
      ['Script copied!', 'Save it as check-log.mjs.'],
      ['We couldn’t copy the script', 'Select it and copy it manually.'],
    )
  return (
    <footer className="mt-16 flex max-w-3xl flex-col items-start gap-4 border-t border-line pt-10 text-ink-muted sm:mt-24">
      <h2 className="headline text-title text-ink">Check it yourself</h2>
      <p>
        The lines form a chain: each has a hash of the line and the previous hash. Changing or removing a line changes
        every hash after it, so it no longer matches the hashes that other people saved.
      </p>
      <p>
        This script needs only Node.js. Save it as <code>check-log.mjs</code>, run{' '}
        <code>node check-log.mjs {location.origin}</code>, and keep the hash it prints. Next time, add that hash to the
        command to check that its line is still there.
      </p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so keyboard users must reach it.
        tabIndex={0}
        aria-label="The script"
        className="max-h-96 w-full overflow-auto rounded-card bg-surface p-5 text-small text-ink"
      >
        {script}
      </pre>
      <Button onClick={() => void copy()}>Copy script</Button>
    </footer>
  )
}
