import type { ReactNode } from 'react'
import type { Overview } from '../../../contract/admin/overview.ts'
import { formatBytes } from '../../format/bytes.ts'
import { formatCount } from '../../format/count.ts'
import { RelativeTime } from '../../format/relative-time.tsx'

/** What each queue makes, by its name in the database. */
const work: Record<string, string> = {
  'render-poster': 'posters',
  'render-preview': 'previews',
  'render-stream': 'streams',
  'render-long-preview': 'previews of long clips',
  'render-long-stream': 'streams of long clips',
  'render-failed': 'failures to write down',
  'tell-followers': 'news for followers',
}

export function MachineFacts({ overview: { machine, queues, clips } }: { overview: Overview }) {
  return (
    <dl>
      <Fact name="Queue">
        {queues.length === 0 ? 'Nothing to do' : queues.map((queue) => <Queue key={queue.name} queue={queue} />)}
      </Fact>
      <Fact name="Failed renditions">
        {clips.failed === 0 ? (
          'None'
        ) : (
          <>
            {formatCount(clips.failed)}. <code>npm run requeue -- --failed</code> tries them again.
          </>
        )}
      </Fact>
      {machine.disks.map(({ folder, freeBytes, totalBytes }) => (
        <Fact key={folder} name="Disk">
          {formatBytes(freeBytes)} free of {formatBytes(totalBytes)}{' '}
          <span className="text-ink-muted wrap-anywhere">({folder})</span>
        </Fact>
      ))}
      <Fact name="Database">
        {formatBytes(machine.databaseBytes)}, PostgreSQL {machine.databaseVersion}
      </Fact>
      <Fact name="Letters">No mail server is set: nothing is sent.</Fact>
      <Fact name="Reverie">
        {machine.version}, started <RelativeTime iso={machine.startedAt} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[10rem_1fr]">
      <dt className="text-small text-ink-muted sm:pt-0.5">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Queue({ queue: { name, waiting, running, oldest } }: { queue: Overview['queues'][number] }) {
  return (
    <p>
      {formatCount(waiting)} {work[name] ?? name} waiting, {formatCount(running)} under way
      {oldest && (
        <span className="text-ink-muted">
          {' '}
          (the oldest <RelativeTime iso={oldest} />)
        </span>
      )}
    </p>
  )
}
