import type { Session } from 'fastify'
import { sql } from 'kysely'
import type { SignInMethod } from '../../contract/account/account.ts'
import type { Db } from '../db/connect.ts'

/** The password by which somebody signs in, as it was when it was compared. */
export interface TypedPassword {
  hash: string
  /** Whether it is among those that attackers try first. */
  isEasyToGuess: boolean
}

/** What is kept of a sign-in in columns of its own. */
export interface SignedIn {
  method: SignInMethod
  browser: string | null
  typed?: TypedPassword | undefined
  /** The passkey that was shown, if it was by that. */
  passkeyId?: string | undefined
  /** Whether a password was not enough to prove who they are: they have a passkey for that. */
  isUnconfirmed?: boolean | undefined
  /** The session that this one goes on from. */
  former?: { createdAt: string; isEasyToGuess: boolean }
}

/** Of one person: more than anybody has, and few enough to be looked through. */
const MAX_SESSIONS = 50

/**
 * Writes a session down. Of a new one, the password or passkey by which somebody signed in is theirs still, or it is none.
 *
 * @returns The keys of those that ended by it: of more than fifty the one that was not used for longest.
 */
export async function saveSession(db: Db, key: string, { signedIn, ...session }: Session): Promise<string[]> {
  const { userId = '', cookie } = session
  const sess = JSON.stringify(session)
  const expire = new Date(cookie.expires ?? Date.now()).toISOString()
  if (!signedIn) {
    // One that was ended meanwhile does not come back.
    await db.updateTable('sessions').set({ sess, expire }).where('sid', '=', key).execute()
    return []
  }
  const { method, browser, typed, passkeyId, isUnconfirmed = false, former } = signedIn
  // Locks the account: either whoever changes the password or removes the passkey at this moment waits, and ends this
  // session, or this waits, and finds another password, or no passkey.
  const passkey = passkeyId ? sql`join passkeys on passkeys.user_id = users.id and passkeys.id = ${passkeyId}` : sql``
  const password = typed ? sql`and password_hash = ${typed.hash}` : sql``
  const lock = typed || passkeyId ? sql`for share` : sql``
  await sql`
    insert into sessions (sid, sess, expire, user_id, method, browser, is_easy_to_guess, created_at,
      confirmed_at)
    select ${key}, ${sess}::jsonb, ${expire}::timestamptz, users.id, ${method}, ${browser},
      ${(typed ?? former)?.isEasyToGuess ?? false}::boolean, coalesce(${former?.createdAt ?? null}::timestamptz, now()),
      case when ${isUnconfirmed} then '-infinity' else now() end
    from users ${passkey} where users.id = ${userId} ${password} ${lock}`.execute(db)
  return endOldest(db, key, userId)
}

async function endOldest(db: Db, newest: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ sid: string }>`
    delete from sessions where sid in (
      select sid from sessions where user_id = ${userId} and sid <> ${newest}
      order by used_at desc, created_at desc offset ${MAX_SESSIONS - 1}
    )
    returning sid`.execute(db)
  return rows.map(({ sid }) => sid)
}
