import { sql } from 'kysely'
import type { AlertKind } from '../../../../contract/site/alerts.ts'
import { isSevere, ruleOfReason } from '../../../../contract/moderation/rules.ts'
import { reportReasons, type StandardReason } from '../../../../contract/moderation/reports.ts'
import type { SiteSettings } from '../../../../contract/site/settings.ts'
import type { Role } from '../../../../contract/account/users.ts'
import type { Db } from '../../../db/connect.ts'
import { counted } from '../../../format/in-words.ts'
import { listBackgroundProblems } from '../../../jobs/background-problems.ts'
import type { Deps } from '../../../setup/deps.ts'
import { findBackupProblem } from '../backup/record-backup.ts'

/** Returns a sentence for an alert, or `undefined` if there is no reason for one. It contains no text that people typed. */
type Find = (
  deps: Pick<Deps, 'db' | 'disk'>,
  circumstances: { since: string; settings: SiteSettings },
) => Promise<string | undefined>

export interface AlertSource {
  /** Roles of the recipients. */
  roles: readonly Role[]
  subject: string
  /** Path of the page that shows more. */
  path: string
  /**
   * Whether the alert is about a condition that lasts until a person ends it. Other alerts are about events since the
   * last alert.
   */
  isLasting: boolean
  find: Find
}

const moderators = { roles: ['moderator', 'admin'], isLasting: false } as const
const admins = { roles: ['admin'], path: '/admin' } as const

const severeReasons = (Object.keys(reportReasons) as StandardReason[]).filter((reason) => {
  const rule = ruleOfReason(reason)
  return rule && isSevere(rule)
})

export const alertSources: Record<AlertKind, AlertSource> = {
  'severe-report': {
    ...moderators,
    subject: 'Severe reports',
    path: '/moderation',
    async find({ db }, { since }) {
      // Open cases are few and have an index, so this query is fast.
      const count = await countIn(
        db,
        sql`cases join reports on reports.case_id = cases.id
        where cases.state = 'open' and reports.notice_id is null and reports.reason = any (${severeReasons})
          and reports.created_at > ${since}`,
      )
      return sentence(count, 'new severe report', ['is waiting', 'are waiting'])
    },
  },
  'takedown-notice': {
    ...moderators,
    subject: 'Legal notices',
    path: '/moderation',
    async find({ db }, { since }) {
      const count =
        (await countIn(db, sql`notices where created_at > ${since}`)) +
        (await countIn(db, sql`counter_notices where sent_at > ${since}`))
      return sentence(count, 'new legal notice', ['has arrived', 'have arrived'])
    },
  },
  appeal: {
    ...moderators,
    subject: 'Appeals',
    path: '/moderation?tab=appeals',
    async find({ db }, { since }) {
      const count = await countIn(db, sql`decisions where outcome is null and appealed_at > ${since}`)
      return sentence(count, 'new appeal', ['is waiting', 'are waiting'])
    },
  },
  registration: {
    ...admins,
    subject: 'Accounts to approve',
    path: '/admin?tab=people&show=waiting',
    isLasting: false,
    async find({ db }, { since }) {
      const count = await countIn(
        db,
        sql`users left join join_requests on user_id = users.id where waiting_since > ${since} and answer is null`,
      )
      return sentence(count, 'new account', ['is waiting for approval', 'are waiting for approval'])
    },
  },
  disk: {
    ...admins,
    subject: 'Disk space',
    isLasting: true,
    async find({ disk }) {
      const state = await disk.state()
      if (state === 'ok') return undefined
      return state === 'full'
        ? 'The disk is nearly full: the database soon cannot write. Please free up space.'
        : 'The disk has reached its reserve: new uploads are refused. Please free up space.'
    },
  },
  jobs: {
    ...admins,
    subject: 'Failed jobs',
    isLasting: false,
    async find({ db }, { since }) {
      const { rows } = await sql<{ name: string; count: number }>`
        select name, count(*)::int from pgboss.job
        where state = 'failed' and completed_on > ${since} and name not like '\_\_pgboss%'
        group by name order by name`.execute(db)
      if (rows.length === 0) return undefined
      return `Background jobs failed: ${rows.map(({ name, count }) => `${count} of ${name}`).join(', ')}.`
    },
  },
  worker: {
    ...admins,
    subject: 'Background work',
    isLasting: true,
    async find({ db }) {
      const problems = await listBackgroundProblems(db)
      return problems.length > 0 ? problems.map(({ message }) => message).join(' ') : undefined
    },
  },
  backup: {
    ...admins,
    subject: 'Backups',
    isLasting: true,
    find: ({ db }, { settings }) => findBackupProblem(db, settings.backupDays),
  },
}

async function countIn(db: Db, source: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from ${source}`.execute(db)
  return rows[0]!.count
}

function sentence(count: number, name: string, [one, many]: [string, string]): string | undefined {
  return count === 0 ? undefined : `${counted(count, name)} ${count === 1 ? one : many}.`
}
