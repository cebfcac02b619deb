import { sql, type RawBuilder } from 'kysely'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'

/** What an address of this site names. */
export interface NamedThing {
  kind: CaseKind
  id: string
}

/** Its path, whatever stands before it: who sends a notice copies what their browser shows, or types the end of it. */
const videoPath = /\/video\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?(?:[?#].*)?$/i
const profilePath = /\/profile\/([a-z0-9]+)\/?(?:[?#].*)?$/i

/** The clip or the account at an address, hidden or not: a notice may be about what was hidden for something else. */
export async function findNamedThing(db: Db, address: string): Promise<NamedThing | undefined> {
  const videoId = videoPath.exec(address)?.[1]
  if (videoId) return find(db, 'video', sql`select id from videos where id = ${videoId.toLowerCase()}`)
  const username = profilePath.exec(address)?.[1]
  if (username) return find(db, 'account', sql`select id from users where username = ${username.toLowerCase()}`)
  return undefined
}

async function find(db: Db, kind: CaseKind, query: RawBuilder<unknown>): Promise<NamedThing | undefined> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db)
  return rows[0] && { kind, id: rows[0].id }
}
