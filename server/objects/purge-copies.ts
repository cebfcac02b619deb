import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { log } from '../errors/log.ts'
import type { Deps } from '../setup/deps.ts'
import { everyObjectPath, objectPath } from './object-address.ts'

/** Purges a deleted object from the CDN. @param contentType `null` for an object that was never published. */
export function purgeCopy({ cdn }: Pick<Deps, 'cdn'>, id: string, contentType: string | null): void {
  if (cdn && contentType !== null) cdn.forget(pathsOf(id, contentType))
}

/** Purges bytes of unknown type, for which there is no row. */
export function purgeUnknownCopy({ cdn }: Pick<Deps, 'cdn'>, id: string): void {
  cdn?.forget(everyObjectPath(id))
}

/**
 * Purges the hidden objects of videos and users from the CDN. Returns immediately.
 *
 * @param ids Ids of videos, for their files, and of users, for their pictures.
 */
export function purgeHidden({ db, cdn }: Pick<Deps, 'db' | 'cdn'>, ids: readonly string[]): void {
  if (!cdn || ids.length === 0) return
  listHidden(db, ids)
    .then((objects) => cdn.forget(objects.flatMap(({ id, contentType }) => pathsOf(id, contentType))))
    .catch((error: unknown) => log.error({ err: error }, 'Hidden files were not purged from the CDN'))
}

/** Returns both paths of the object, with and without its extension. */
function pathsOf(id: string, contentType: string): string[] {
  return [...new Set([objectPath(id, contentType), objectPath(id, null)])]
}

async function listHidden(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; contentType: string }>`
    select id, content_type from objects
    where state = 'hidden' and (
      id in (select original_id from videos where videos.id = any (${ids}))
      or made_for = any (${ids})
      or id in (
        select substr(avatar_url, 10, 36)::uuid from users
        where users.id = any (${ids}) and avatar_url ~ '^/objects/[0-9a-f-]{36}'
      )
    )`.execute(db)
  return rows
}
