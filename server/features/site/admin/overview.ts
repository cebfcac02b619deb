import { sql } from 'kysely'
import type { Overview } from '../../../../contract/site/overview.ts'
import { isOpen } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { countJobs } from '../../../jobs/waiting-jobs.ts'
import { listProcesses } from '../../../jobs/processes.ts'
import type { Deps } from '../../../setup/deps.ts'
import { release, version } from '../../../setup/version.ts'
import { hasFailed } from '../../videos/renditions/requeue.ts'
import { awaitsAnswer } from '../../moderation/appeals/appeals.ts'
import { isShownTo } from '../../moderation/cases/may-decide.ts'
import { awaitsStaff } from '../../moderation/pending-comments/list-pending.ts'
import { listHurriedStaff } from '../../moderation/decisions/hurried-staff.ts'
import { describeEmails } from '../../account/email/describe-emails.ts'
import { listStaff } from '../roles/staff.queries.ts'
import { readSiteSettings } from '../settings/site-settings.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

/** Returns the state of the site and its machine. The counts leave out what the viewer may not see. */
export async function readOverview(
  { db, disk, config }: Pick<Deps, 'db' | 'disk' | 'config'>,
  viewerId: string,
): Promise<Overview> {
  const [{ samples, ...people }, clips, waiting, queues, processes, letters, machine, storage, staff, hurried] =
    await Promise.all([
      countPeople(db),
      countClips(db),
      countWaiting(db, viewerId),
      countJobs(db),
      listProcesses(db),
      config.mail ? describeEmails(db) : null,
      describeMachine({ db, disk }),
      describeStorage({ db, disk }),
      listStaff(db),
      listHurriedStaff(db),
    ])
  return { people, clips, samples, waiting, queues, processes, letters, machine, storage, staff, hurried }
}

async function countPeople(db: Db): Promise<Overview['people'] & Pick<Overview, 'samples'>> {
  const { rows } = await sql<Overview['people'] & Pick<Overview, 'samples'>>`
    select (count(*) filter (where not is_sample))::int as total,
      (count(*) filter (where not is_sample and created_at > now() - interval '7 days'))::int as new_this_week,
      (count(*) filter (where is_sample))::int as samples,
      (select count(distinct user_id)::int from sessions where expire > now()) as signed_in
    from users`.execute(db)
  return rows[0]!
}

async function countClips(db: Db): Promise<Overview['clips']> {
  const { rows } = await sql<Overview['clips']>`
    select count(*)::int as total, (count(*) filter (where not ${isOpen}))::int as hidden,
      (count(*) filter (where ${hasFailed}))::int as failed,
      ((select coalesce(sum(size_bytes), 0) from kept_bytes)
        + (select coalesce(sum(size_bytes), 0) from objects where state in ('pending', 'stored')))::bigint as bytes
    from videos`.execute(db)
  return rows[0]!
}

/** Counts each kind of pending work, with an index for each. */
async function countWaiting(db: Db, viewerId: string): Promise<Overview['waiting']> {
  const { rows } = await sql<{ what: string; count: number; oldest: string | null }>`
    select 'cases' as what, count(*)::int, min(opened_at) as oldest from cases where state = 'open' and ${isShownTo(viewerId)}
    union all
    select 'appeals', count(*)::int, min(appealed_at) from decisions join cases on cases.id = case_id
    where ${awaitsAnswer} and ${isShownTo(viewerId)}
    union all
    select 'comments', count(*)::int, min(created_at) from comments
    where ${awaitsStaff}
    union all
    select 'accounts', count(*)::int, min(waiting_since) from users left join join_requests on user_id = users.id
    where waiting_since is not null and answer is null
    union all
    select 'counterNotices', count(*)::int, min(sent_at) from counter_notices
    join decisions on decisions.id = decision_id
    where court_action_at is null and restore_on > (now() at time zone 'UTC')::date
      and decisions.state = 'in-force'`.execute(db)
  return Object.fromEntries(rows.map(({ what, count, oldest }) => [what, { count, oldest }])) as Overview['waiting']
}

async function describeMachine({ db, disk }: Pick<Deps, 'db' | 'disk'>): Promise<Overview['machine']> {
  const { rows } = await sql<Pick<Overview['machine'], 'databaseVersion' | 'databaseBytes' | 'lastBackupAt'>>`
    select split_part(current_setting('server_version'), ' ', 1) as database_version,
      pg_database_size(current_database()) as database_bytes,
      (select max(ended_at) from backups where failure is null) as last_backup_at`.execute(db)
  const disks = (await disk.read()).map(({ folder, freeBytes, totalBytes }) => ({ folder, freeBytes, totalBytes }))
  return { version: release ?? version, startedAt, ...rows[0]!, disks, isDiskLow: (await disk.state()) !== 'ok' }
}

/** Returns the sum of all storage limits, and the accounts that store most. */
async function describeStorage({ db, disk }: Pick<Deps, 'db' | 'disk'>): Promise<Overview['storage']> {
  const [promisedGb, largest] = await Promise.all([sumLimits(db), listLargest(db)])
  const [objects] = await disk.read()
  const diskBytes = disk.holdsObjects && objects ? objects.totalBytes : Infinity
  return { promisedGb, exceedsDisk: promisedGb * 1024 ** 3 > diskBytes, largest }
}

async function sumLimits(db: Db): Promise<number> {
  const { storageLimitGb } = await readSiteSettings(db)
  const { rows } = await sql<{ promisedGb: number }>`
    select coalesce(sum(coalesce(storage_limit_gb, ${storageLimitGb})), 0)::bigint as promised_gb
    from users where not is_sample`.execute(db)
  return rows[0]!.promisedGb
}

/** Finds the ten largest counters first, so that only their accounts are read. */
async function listLargest(db: Db): Promise<Overview['storage']['largest']> {
  const { rows } = await sql<Overview['storage']['largest'][number]>`
    select id, user_number, username, display_name, size_bytes as stored_bytes, videos_count
    from (select * from kept_bytes where size_bytes > 0 order by size_bytes desc, user_id limit 10) as largest
      join users on id = user_id
    order by size_bytes desc, user_id`.execute(db)
  return rows
}
