import { Username } from '../../../../contract/social/own-profile.ts'
import type { Db } from '../../../db/connect.ts'
import { isRetiredUsername } from '../../account/users/retired-accounts.ts'

export const USERNAME_TAKEN = 'Username is already taken'

/** Returns the message that refuses a typed username. Returns null if the user can take it now or already has it. */
export async function findUsernameProblem(db: Db, personId: string, typed: string): Promise<string | null> {
  const { data: username, error } = Username.safeParse(typed)
  if (username === undefined) return error?.issues[0]?.message ?? null
  const owner = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  if (owner) return owner.id === personId ? null : USERNAME_TAKEN
  return reservedUsernames.has(username) || (await isRetiredUsername(db, username)) ? USERNAME_TAKEN : null
}

/** Usernames that would allow impersonating the site, or that look like one of its paths. */
export const reservedUsernames: ReadonlySet<string> = new Set(
  (
    'about admin administrator anonymous api auth creators embed feed help login logout me mod moderator official owner ' +
    'profile register reverie root security settings staff support system team upload video'
  ).split(' '),
)
