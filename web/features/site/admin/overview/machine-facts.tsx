import type { ReactNode } from 'react'
import { jobLabels } from '../../../../../contract/site/job-labels.ts'
import type { Overview } from '../../../../../contract/site/overview.ts'
import { formatBytes } from '../../../../../contract/bytes.ts'
import { formatCount } from '../../../../format/count.ts'
import { RelativeTime } from '../../../../format/relative-time.tsx'

/** Labels of the known jobs. A job of a later version is shown by its name. */
const labels: Partial<Record<string, string>> = jobLabels

const roles = { all: 'Web and background work', web: 'Web', worker: 'Background work' }

export function MachineFacts({
  overview: { machine, queues, processes, letters: emails, clips },
}: {
  overview: Overview
}) {
  return (
    <dl>
      <Fact name="Processes">
        {processes.map((each) => (
          <Process key={each.id} process={each} />
        ))}
      </Fact>
      <Fact name="Queue">
        {queues.length === 0 ? 'Nothing to do' : queues.map((queue) => <Queue key={queue.name} queue={queue} />)}
      </Fact>
      <Fact name="Failed renditions">
        {clips.failed === 0 ? (
          'None'
        ) : (
          <>
            {formatCount(clips.failed)}. <code>npm run requeue -- --failed</code> retries them.
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
      <Fact name="Last backup">
        {machine.lastBackupAt ? (
          <RelativeTime iso={machine.lastBackupAt} />
        ) : (
          <>
            None made with <code>npm run backup</code>
          </>
        )}
      </Fact>
      <Fact name="Email">
        {emails ? <Emails emails={emails} /> : 'No mail server is configured, so no email is sent.'}
      </Fact>
      <Fact name="Version">
        {machine.version}, started <RelativeTime iso={machine.startedAt} />
      </Fact>
    </dl>
  )
}

/** Shows the state of e-mail delivery. The mail server's last message is quoted unchanged, in whatever language. */
function Emails({ emails: { waiting, failed, lastWords, refusedAt } }: { emails: NonNullable<Overview['letters']> }) {
  return (
    <>
      {waiting === 0 ? 'None waiting' : `${formatCount(waiting)} waiting`}
      {failed > 0 && `, ${formatCount(failed)} failed in the last day`}
      {lastWords && refusedAt && (
        <div className="mt-1 text-ink-muted wrap-anywhere">
          <p>
            Last failed delivery <RelativeTime iso={refusedAt} />: “<bdi>{lastWords}</bdi>”
          </p>
          <p>
            <code>npm run admin -- check-mail ADDRESS</code> sends a test.
          </p>
        </div>
      )}
    </>
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

function Process({
  process: { role, host, pid, version, startedAt, beatAt, isAlive },
}: {
  process: Overview['processes'][number]
}) {
  return (
    <p>
      {roles[role]}{' '}
      <span className="text-ink-muted wrap-anywhere">
        ({host}, process {pid}, {version}, started <RelativeTime iso={startedAt} />)
      </span>
      {!isAlive && (
        <span className="text-danger">
          {' '}
          Missing. Last seen <RelativeTime iso={beatAt} />.
        </span>
      )}
    </p>
  )
}

function Queue({ queue: { name, waiting, running, oldest } }: { queue: Overview['queues'][number] }) {
  return (
    <p>
      {labels[name] ?? name}: {formatCount(waiting)} waiting, {formatCount(running)} in progress
      {oldest && (
        <span className="text-ink-muted">
          {' '}
          (the oldest <RelativeTime iso={oldest} />)
        </span>
      )}
    </p>
  )
}
