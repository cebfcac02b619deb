import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../../concurrency/at-most.ts'
import { isActiveStaff } from '../../../access/account-status.ts'
import { type Asker, isStaff } from '../../../access/can.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { Deps } from '../../../setup/deps.ts'
import { STAFF_CHANGED } from '../../../signals/user-signals.ts'

/** Milliseconds for which an established account is remembered. Most comments come from such accounts. */
const KNOWN_FOR_MS = 60_000
const MAX_KNOWN = 10_000

type NewAccountLimit = 'newcomer-comments' | 'newcomer-clips' | 'newcomer-follows'

export interface NewAccountLimits {
  /**
   * Whether an account counts as new: it is younger than three days, or fewer than three of its clips and comments have
   * been public for a day. Staff never count as new, nor do accounts with three comments that staff have approved.
   * While the site has no active staff, no account counts as new, because pending comments would never be reviewed.
   */
  isNewAccount(person: NonNullable<Asker>): Promise<boolean>
  /** @throws {AppError} RATE_LIMITED for new accounts that exceed the limit. */
  limit(name: NewAccountLimit, person: NonNullable<Asker>): Promise<void>
}

export function createNewAccountLimits({
  db,
  signals,
  limits,
}: Pick<Deps, 'db' | 'signals' | 'limits'>): NewAccountLimits {
  const staff = new ReadCache<boolean>({ max: 1, signals, droppedBy: { [STAFF_CHANGED]: 'all' } })
  const hasStaff = () => staff.get('', () => hasActiveStaff(db))
  const known = new LRUCache<string, true>({ ...atMost(MAX_KNOWN), ttl: KNOWN_FOR_MS })

  async function isNewAccount(person: NonNullable<Asker>): Promise<boolean> {
    if (isStaff(person) || known.has(person.id) || !(await hasStaff())) return false
    if ((await listNewAccounts(db, [person.id])).length > 0) return true
    known.set(person.id, true)
    return false
  }

  return {
    isNewAccount,
    async limit(name, person) {
      if (await isNewAccount(person)) await limits.take(name, person.id)
    },
  }
}

/** Whether the site has active staff. Restricted and suspended staff do not count. */
async function hasActiveStaff(db: Db): Promise<boolean> {
  const { rows } = await sql`select from users where ${isActiveStaff} limit 1`.execute(db)
  return rows.length > 0
}

/** Returns which of these accounts are new, on a site with staff. */
export async function listNewAccounts(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where id = any (${ids}) and role = 'member'
      and (select count(*) from (
        select from comments where user_id = users.id and released_at is not null limit 3
      ) as released) < 3
      and (
        created_at > now() - interval '3 days'
        or (select count(*) from (
          (select from videos where user_id = users.id and ${isListed} and created_at < now() - interval '1 day' limit 3)
          union all
          (select from comments where user_id = users.id and not is_hidden and created_at < now() - interval '1 day' limit 3)
          limit 3
        ) as established) < 3
      )`.execute(db)
  return rows.map(({ id }) => id)
}
