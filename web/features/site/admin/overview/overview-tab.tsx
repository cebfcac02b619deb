import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Overview } from '../../../../../contract/site/overview.ts'
import { formatBytes } from '../../../../../contract/bytes.ts'
import { formatCount } from '../../../../format/count.ts'
import { QueryContent } from '../../../../ui/loading/query-content.tsx'
import { overviewQuery } from '../admin.queries.ts'
import { MachineFacts } from './machine-facts.tsx'
import { SamplesNote } from './samples-note.tsx'
import { StorageList } from './storage-list.tsx'
import { WaitingList } from './waiting-list.tsx'

/** An overview of the site. Items that wait for staff come first. */
export function OverviewTab() {
  return (
    <QueryContent query={useQuery(overviewQuery)} what="the overview" loading={null}>
      {(overview) => (
        <div className="flex flex-col gap-12">
          <Section title="Waiting">
            <WaitingList waiting={overview.waiting} />
          </Section>
          <Figures overview={overview} />
          {overview.samples > 0 && <SamplesNote />}
          <Section title="Admins and moderators">
            <StaffList staff={overview.staff} />
          </Section>
          <Section title="Largest accounts">
            <StorageList overview={overview} />
          </Section>
          <Section title="Server">
            <MachineFacts overview={overview} />
          </Section>
        </div>
      )}
    </QueryContent>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="headline mb-3 text-lead">{title}</h2>
      {children}
    </section>
  )
}

function Figures({ overview: { people, clips, machine } }: { overview: Overview }) {
  const disk = machine.disks[0]
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      <Figure name="People" value={formatCount(people.total)}>
        {formatCount(people.newThisWeek)} new this week · {formatCount(people.signedIn)} signed in
      </Figure>
      <Figure name="Clips" value={formatCount(clips.total)}>
        {formatCount(clips.hidden)} hidden · {formatCount(clips.failed)} with failed processing
      </Figure>
      <Figure name="Stored" value={formatBytes(clips.bytes)} isWarning={machine.isDiskLow}>
        {disk && `${formatBytes(disk.freeBytes)} free of ${formatBytes(disk.totalBytes)}`}
        {machine.isDiskLow && '. New uploads are refused until there is room.'}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  name: string
  value: string
  isWarning?: boolean
  children: ReactNode
}

function Figure({ name, value, isWarning = false, children }: FigureProps) {
  return (
    <div className="flex flex-col rounded-card bg-surface p-5 sm:p-6">
      <dt className="text-small font-strong text-ink-muted">{name}</dt>
      <dd className="headline mt-1 text-display tabular-nums">{value}</dd>
      <dd className={`mt-2 text-small ${isWarning ? 'text-danger' : 'text-ink-muted'}`}>{children}</dd>
    </div>
  )
}

function StaffList({ staff }: { staff: Overview['staff'] }) {
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
