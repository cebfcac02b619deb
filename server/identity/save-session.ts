import type { Session } from 'fastify'
import { sql } from 'kysely'
import type { SignInMethod } from '../../contract/account/account.ts'
import type { Db } from '../db/connect.ts'

/** A typed password, represented by the hash that the account stored for it. */
interface TypedPassword {
  hash: string
  /** Whether the password is one that attackers try first. */
  isEasyToGuess: boolean
}

/** Facts about a sign-in. `saveSession` checks them or saves them in columns of `sessions`, not in `sess`. */
export interface SignedIn {
  method: SignInMethod
  browser: string | null
  typed?: TypedPassword | undefined
  /** The passkey that was used, if any. */
  passkeyId?: string | undefined
  /** Whether a password was not enough as a confirmation, because the person has a passkey. */
  isUnconfirmed?: boolean | undefined
}

/**
 * Maximum number of sessions per person: more than people need, and few enough to scan. Concurrent sign-ins may exceed
 * it until the next sign-in.
 */
const MAX_SESSIONS = 50

/**
 * Saves a session. A new one is saved only if the password or passkey that signed in is still valid.
 *
 * @returns The keys of the sessions that ended because the person had more than fifty: those used least recently.
 */
export async function saveSession(db: Db, key: string, { signedIn, ...session }: Session): Promise<string[]> {
  const { userId = '', cookie } = session
  const sess = JSON.stringify(session)
  const expire = new Date(cookie.expires ?? Date.now()).toISOString()
  if (!signedIn) {
    // A session that was ended meanwhile is not restored.
    await db.updateTable('sessions').set({ sess, expire }).where('sid', '=', key).execute()
    return []
  }
  const { method, browser, typed, passkeyId, isUnconfirmed = false } = signedIn
  // Locks the account. A concurrent change of the password or the passkey may wait, and then ends this session. If the
  // change has already happened, it is found here.
  const passkey = passkeyId ? sql`join passkeys on passkeys.user_id = users.id and passkeys.id = ${passkeyId}` : sql``
  const password = typed ? sql`and password_hash = ${typed.hash}` : sql``
  const lock = typed || passkeyId ? sql`for share` : sql``
  const { rows } = await sql<{ sid: string }>`
    with created as (
      insert into sessions (sid, sess, expire, user_id, method, browser, is_easy_to_guess, confirmed_at)
      select ${key}, ${sess}::jsonb, ${expire}::timestamptz, users.id, ${method}, ${browser},
        ${typed?.isEasyToGuess ?? false}::boolean,
        case when ${isUnconfirmed} then '-infinity' else now() end
      from users ${passkey} where users.id = ${userId} ${password} ${lock}
      returning user_id
    )
    delete from sessions where sid in (
      select sid from sessions where user_id = (select user_id from created)
      order by used_at desc, created_at desc offset ${MAX_SESSIONS - 1}
    )
    returning sid`.execute(db)
  return rows.map(({ sid }) => sid)
}
