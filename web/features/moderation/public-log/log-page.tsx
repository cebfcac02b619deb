import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type LogLine, listLog } from '../../../../contract/moderation/public-log.ts'
import { formatCount } from '../../../format/count.ts'
import { formatDay } from '../../../format/day.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { copyText } from '../../../page/share.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { Together } from '../../../ui/loading/skeleton.tsx'
// oxlint-disable-next-line import/default -- The import is the script's source text.
import script from './check-log.mjs?raw'
import { describeCircumstances, describeEvent } from './describe-line.ts'

/** Few lines per page keep the content below the lines within reach. */
const LINES_A_PAGE = '20'

/** The lines of the log, refetched on each visit, so that returning viewers see new ones. */
const logQuery = pagedQuery(listLog, { query: { limit: LINES_A_PAGE } }, { staleTime: 0 })

export function LogPage() {
  const { isPending } = useInfiniteQuery(logQuery)
  return (
    <article className="mx-auto max-w-5xl px-4 pt-10 pb-28 sm:px-8">
      <PageHeading title="Public log" className="headline max-w-[11em] text-display">
        Moderation decisions
      </PageHeading>
      <p className="mt-6 max-w-[33.8em] text-lead text-ink-muted">
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

/** Explains how to verify, without trusting this page, that no line was changed. */
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
        The lines form a chain: each line has a hash computed from its text and the previous hash. Changing or removing
        a line changes all later hashes, so they no longer match those that other people saved.
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

/**
 * The lines of the log in words, newest first. A button loads older ones, so that the end of the page stays reachable.
 */
function LogLines() {
  const query = useInfiniteQuery(logQuery)
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <PagedList
      query={query}
      what="decisions"
      items={lines}
      loading={null}
      empty={
        <div className="max-w-3xl">
          <Notice heading="No decisions yet" />
        </div>
      }
    >
      <section aria-labelledby="log-lines" className="mt-14 sm:mt-20">
        <h2 id="log-lines" className="headline text-title">
          All decisions
        </h2>
        <ol className="mt-4">
          {lines.map((line) => (
            <Line key={line.number} line={line} />
          ))}
        </ol>
      </section>
    </PagedList>
  )
}

function Line({ line: { number, day, entry, sha256 } }: { line: LogLine }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line py-4 sm:grid-cols-[10rem_1fr]">
      <p className="text-small text-ink-muted tabular-nums sm:pt-0.5">
        <span className="mr-3">#{formatCount(number)}</span>
        <time dateTime={day} className="whitespace-nowrap">
          {formatDay(day)}
        </time>
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p>{describeEvent(entry)}.</p>
        <p className="mt-0.5 text-small text-ink-muted">
          {describeCircumstances(entry).join(' · ')} ·{' '}
          <code title={sha256} className="whitespace-nowrap">
            {sha256.slice(0, 8)}
          </code>
        </p>
        {entry.ruleText && <p className="mt-0.5 text-small text-ink-muted">“{entry.ruleText}”</p>}
      </div>
    </li>
  )
}
