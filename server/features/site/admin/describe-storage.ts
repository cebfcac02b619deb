import { sql } from 'kysely'
import type { Overview } from '../../../../contract/site/overview.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { readSiteSettings } from '../settings/site-settings.ts'

/** Returns the sum of all storage limits, and the accounts that store most. */
export async function describeStorage({ db, disk }: Pick<Deps, 'db' | 'disk'>): Promise<Overview['storage']> {
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
