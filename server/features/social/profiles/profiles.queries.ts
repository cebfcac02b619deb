import { sql } from 'kysely'
import type { UpdateUserBody } from '../../../../contract/social/own-profile.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { type Profile, PublicUser } from '../../../../contract/social/profiles.ts'
import { can, type Viewer } from '../../../access/can.ts'
import { isUnmuted, muteOrBlockOf } from '../../../access/mutes-and-blocks.ts'
import { withShownNumber } from '../../../access/sample-numbers.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { violatesUnique } from '../../../db/error-codes.ts'
import { AppError, invalidField } from '../../../errors/app-error.ts'
import { cutPage, encodeNumberCursor, isBelow, type PageOf } from '../../../http/cursor.ts'
import { markDeleted } from '../../../objects/objects.queries.ts'
import { objectAt, objectsPath } from '../../../objects/object-address.ts'
import { lockWithOwnerOf } from '../../account/users/lock-with-owner-of.ts'
import { ownColumns, ownFacts } from '../../account/users/own-user.queries.ts'
import { isRetiredUsername } from '../../account/users/retired-accounts.ts'
import { rankOf } from './rank.ts'
import { reservedUsernames, USERNAME_TAKEN } from './username-problem.ts'

/** The columns of `PublicRow`, for a select of `users`. */
export const publicColumns = sql.join(Object.keys(PublicUser.shape).map((field) => sql.ref(`users.${field}`)))

type PublicRow = PublicUser & { userNumber: number }

/**
 * Updates the user's own profile. Omitted fields keep their stored value.
 *
 * @throws {AppError} USERNAME_TAKEN, including for reserved usernames and those of deleted accounts. NOT_FOUND if the
 *   account is deleted. VALIDATION_FAILED for an `avatarUrl` below `/objects/` that is not the user's present avatar.
 */
export async function updateUser(db: Db, id: string, changes: UpdateUserBody): Promise<OwnUser> {
  if (changes.username && reservedUsernames.has(changes.username)) throw usernameTaken()
  const { bio, ...others } = changes
  try {
    return await inTransaction(db, async (tx) => {
      if (changes.username) await lockWithOwnerOf(tx, id, sql`username = ${changes.username}`)
      if (others.avatarUrl !== undefined) await markFormerAvatarDeleted(tx, id, others.avatarUrl)
      const updated = await tx
        .updateTable('users')
        .set({ ...others, ...(bio === undefined ? {} : { bio: bio ?? '' }), updatedAt: sql`now()` })
        .where('id', '=', id)
        .returning(ownColumns)
        .returning(ownFacts)
        .executeTakeFirst()
      if (!updated) throw userNotFound()
      // The update may have waited for the deletion of the username's former owner, so this check comes after it.
      if (changes.username && (await isRetiredUsername(tx, changes.username))) throw usernameTaken()
      return updated
    })
  } catch (error) {
    if (violatesUnique(error, 'users_username_key')) throw usernameTaken()
    throw error
  }
}

/**
 * Marks the object of a replaced avatar as deleted. Does nothing if the client sends the address of the present avatar.
 *
 * @param next The `avatarUrl` in the client's request; absent if the server has made a new avatar.
 * @returns Ids of the marked objects. Their bytes are deleted by `deleteObjectsOrSweep`, or later by the sweep.
 * @throws {AppError} VALIDATION_FAILED if `next` is another object of this site. NOT_FOUND if the account is deleted.
 */
export async function markFormerAvatarDeleted(tx: Db, userId: string, next?: string | null): Promise<string[]> {
  const { rows } = await sql<{ avatarUrl: string | null }>`
    select avatar_url from users where id = ${userId} for no key update`.execute(tx)
  const [user] = rows
  if (!user) throw userNotFound()
  const former = objectAt(user.avatarUrl)
  const isOfThisSite = next?.startsWith(objectsPath)
  if (isOfThisSite && (!former || objectAt(next)?.id !== former.id)) {
    throw invalidField('avatarUrl', 'Please upload the picture you want to use')
  }
  if (isOfThisSite || !former) return []
  await markDeleted(tx, [former.id])
  return [former.id]
}

export type PersonProfile = Omit<Profile, 'isWebsiteLinked'> & { isHidden: boolean }

/**
 * Returns a profile.
 * @throws {AppError} NOT_FOUND, including for a suspended user, whom only staff and the user can see.
 */
export async function getProfile(
  db: Db,
  who: { id: string } | { username: string },
  viewer: Viewer,
): Promise<PersonProfile> {
  const isMeant = 'id' in who ? sql`id = ${who.id}` : sql`username = ${who.username.toLowerCase()}`
  const { rows } = await sql<PublicRow & Pick<PersonProfile, 'isHidden' | 'relation' | 'isFollowing'>>`
    select ${publicColumns}, is_hidden, ${muteOrBlockOf(viewer?.id)} as relation, exists (
        select from follows where following_id = users.id and follower_id = ${viewer?.id ?? null}::uuid
      ) as is_following
    from users where ${isMeant}`.execute(db)
  const [user] = rows
  if (!user || !can(viewer, 'seePerson', { personId: user.id, isHidden: user.isHidden })) throw userNotFound()
  return {
    ...withShownNumber(user),
    rank: user.isHidden ? null : await rankOf(db, user),
    isOwnProfile: user.id === viewer?.id,
  }
}

/** @throws {AppError} NOT_FOUND, including for a suspended user, whom only staff and the user can see. */
export async function requireProfile(db: Db, id: string, viewer: Viewer): Promise<void> {
  const user = await db.selectFrom('users').select('isHidden').where('id', '=', id).executeTakeFirst()
  if (!user || !can(viewer, 'seePerson', { personId: id, isHidden: user.isHidden })) throw userNotFound()
}

/** Lists users, newest first, without suspended users and users whom the viewer has muted. */
export async function listUsers(
  db: Db,
  { limit, cursor, viewer }: PageOf & { viewer: Viewer },
): Promise<{ users: PublicUser[]; nextCursor: string | null }> {
  const isShown = viewer?.hasMuted ? isUnmuted(viewer.id, sql`users.id`) : sql`true`
  const found = await sql<PublicRow>`
    select ${publicColumns} from users where not is_hidden and ${isShown} and ${isBelow(cursor, 'user_number')}
    order by user_number desc limit ${limit + 1}`.execute(db)
  const { rows, nextCursor } = cutPage(found.rows, limit, ({ userNumber }) =>
    encodeNumberCursor({ number: userNumber }),
  )
  return { users: rows.map(withShownNumber), nextCursor }
}

/** Returns the display name of accounts that are suspended or being deleted. Lists that must match a count use it. */
export function hiddenName(suspendedUntil: string | null): string {
  return suspendedUntil ? 'Suspended account' : 'Closed account'
}

/** Returns the error for a user who does not exist or is hidden from the viewer. */
export function userNotFound(): AppError {
  return new AppError('NOT_FOUND', 'User not found')
}

function usernameTaken(): AppError {
  return new AppError('USERNAME_TAKEN', USERNAME_TAKEN)
}
