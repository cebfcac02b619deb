import { sql, type RawBuilder } from 'kysely'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { Db } from '../../../db/connect.ts'

/** The clip or account that an address of this site identifies. */
export interface NamedThing {
  kind: CaseKind
  id: string
}

/** Matches the path at the end of an address. Senders copy the address from their browser, or type only its end. */
const videoPath = /\/video\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?(?:[?#].*)?$/i
const profilePath = /\/profile\/([a-z0-9]+)\/?(?:[?#].*)?$/i

/**
 * Finds the clip or the account at an address. Hidden ones are found, too, because a notice may concern content that is
 * hidden for another reason.
 */
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
