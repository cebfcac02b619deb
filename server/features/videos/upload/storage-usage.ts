import { sql } from 'kysely'
import * as z from 'zod/mini'
import { STORAGE_DEFAULT_GB, StorageLimitGb } from '../../../../contract/site/storage.ts'
import type { OwnStorage } from '../../../../contract/videos/uploads.ts'
import type { Db } from '../../../db/connect.ts'
import { settingKey } from '../../../db/setting-key.ts'
import { UPLOAD_LIFETIME_SECONDS } from './upload-address.ts'

export interface Usage extends OwnStorage {
  /** Number of unused uploads that are stored, may be resumed, or have a valid address. */
  unusedCount: number
  unusedBytes: number
}

/**
 * Returns how much a person has stored and may store. The limit is read with the bytes and never cached. A change
 * therefore applies to the next upload in every process.
 */
export async function readUsage(db: Db, personId: string): Promise<Usage> {
  const { rows } = await sql<Omit<Usage, 'limitBytes'> & { ownLimitGb: number | null; siteLimitGb: unknown }>`
    select
      count(*) filter (
        where state = 'stored'
          or (state = 'pending' and upload_length is not null)
          or (state = 'pending' and created_at > now() - make_interval(secs => ${UPLOAD_LIFETIME_SECONDS}))
      )::int as unused_count,
      coalesce(sum(size_bytes), 0)::bigint as unused_bytes,
      (coalesce(sum(size_bytes), 0) + coalesce((select size_bytes from kept_bytes where user_id = ${personId}), 0))::bigint
        as used_bytes,
      (select storage_limit_gb from users where id = ${personId}) as own_limit_gb,
      (select value from site_settings where key = ${settingKey('storageLimitGb')}) as site_limit_gb
    from objects where owner_id = ${personId} and state in ('pending', 'stored')`.execute(db)
  const { ownLimitGb, siteLimitGb, ...usage } = rows[0]!
  // A setting that is missing, or that this version does not know, is the default.
  const setting = z.safeParse(StorageLimitGb, siteLimitGb)
  const limitGb = ownLimitGb ?? (setting.success ? setting.data : STORAGE_DEFAULT_GB)
  return { ...usage, limitBytes: limitGb * 1024 ** 3 }
}
