import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FeedAlgorithm, getFeedAlgorithm } from '../../../../contract/discovery/rising.ts'
import { formatCount } from '../../../format/count.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { QueryContent } from '../../../ui/loading/query-content.tsx'

/** Explains the order of Rising with the numbers that the server uses. */
export function RisingArithmetic({ onClose }: { onClose: () => void }) {
  const query = useQuery(endpointQuery(getFeedAlgorithm))
  return (
    <Dialog
      title="How Rising works"
      description="What people are watching and liking right now. Each clip has a heat score. The hottest clips come first, and the order is the same for everyone."
      size="wide"
      onClose={onClose}
    >
      <QueryContent query={query} what="the numbers">
        {({ rising }) => <Numbers {...rising} />}
      </QueryContent>
    </Dialog>
  )
}

function Numbers({ weights, halfLifeHours, days, trust }: FeedAlgorithm['rising']) {
  return (
    <div className="flex flex-col gap-6">
      <Table title="What counts, and how much">
        <Row name="A like" value={weights.like} />
        <Row name="A comment" value={weights.comment} />
        <Row name="A view" value={weights.view} />
      </Table>
      <p>
        Each loses half its weight every {halfLifeHours} hours and counts for up to {days} days.
      </p>
      <Table title="Each weight is multiplied by">
        <Row name="From the clip’s own creator" value={trust.own} />
        <Row name="From a visitor without an account" value={trust.visitor} />
        <Row name="From an account younger than a day" value={trust.youngerThanADay} />
        <Row name="From an account younger than a week" value={trust.youngerThanAWeek} />
        <Row name="From any other account" value={trust.others} />
      </Table>
      <p>{trust.repeated}</p>
      <a
        href={getFeedAlgorithm.path}
        target="_blank"
        rel="noopener"
        className="flex min-h-11 items-center self-start underline underline-offset-4"
      >
        The same numbers as JSON
      </a>
    </div>
  )
}

function Table({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-strong">{title}</h3>
      <dl className="mt-2">{children}</dl>
    </section>
  )
}

function Row({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex justify-between gap-6 border-t border-line py-2">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="shrink-0 tabular-nums">{formatCount(value)}</dd>
    </div>
  )
}
