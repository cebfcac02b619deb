import { sql } from 'kysely'
import type { OwnUser, Profile, PublicUser, UpdateUserBody } from '../../../contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/app-error.ts'
import { reservedUsernames } from './reserved-usernames.ts'

const publicColumns = [
  'id',
  'username',
  'displayName',
  'bio',
  'avatarUrl',
  'location',
  'website',
  'joinedDate',
  'userNumber',
  'followersCount',
  'followingCount',
  'videosCount',
  'totalViews',
  'totalLikes',
] as const

const ownColumns = [
  ...publicColumns,
  'email',
  'firstName',
  'lastName',
  'profileImageUrl',
  'createdAt',
  'updatedAt',
] as const

export function findOwnUser(db: Db, id: string): Promise<OwnUser | undefined> {
  return db.selectFrom('users').select(ownColumns).where('id', '=', id).executeTakeFirst()
}

/** @throws {AppError} EMAIL_TAKEN. The address is compared lowercased, as the contract made it. */
export function createUser(db: Db, { email, passwordHash }: { email: string; passwordHash: string }): Promise<OwnUser> {
  return db
    .transaction()
    .execute(async (tx) => {
      // One registration at a time, so that numbers have no gaps: a sequence would leave one for each refusal.
      await sql`select pg_advisory_xact_lock(hashtext('reverie user number'))`.execute(tx)
      return tx
        .insertInto('users')
        .values(({ selectFrom, fn, val }) => ({
          email,
          passwordHash,
          userNumber: selectFrom('users').select(
            sql<number>`${fn.coalesce(fn.max('userNumber'), val(0))} + 1`.as('next'),
          ),
        }))
        .returning(ownColumns)
        .executeTakeFirstOrThrow()
    })
    .catch((error: unknown) => {
      if (isTaken(error, 'users_email_key'))
        throw new AppError('EMAIL_TAKEN', 'An account with this email already exists')
      throw error
    })
}

export function findCredentials(db: Db, email: string): Promise<{ id: string; passwordHash: string } | undefined> {
  return db.selectFrom('users').select(['id', 'passwordHash']).where('email', '=', email).executeTakeFirst()
}

/**
 * Changes one's own profile; fields that are absent stay.
 *
 * @throws {AppError} USERNAME_TAKEN, also for reserved names. NOT_FOUND if the account is gone.
 */
export async function updateUser(db: Db, id: string, changes: UpdateUserBody): Promise<OwnUser> {
  if (changes.username && reservedUsernames.has(changes.username)) throw usernameTaken()
  const { bio, ...others } = changes
  try {
    const updated = await db
      .updateTable('users')
      .set({ ...others, ...(bio === undefined ? {} : { bio: bio ?? '' }), updatedAt: sql`now()` })
      .where('id', '=', id)
      .returning(ownColumns)
      .executeTakeFirst()
    if (!updated) throw userNotFound()
    return updated
  } catch (error) {
    if (isTaken(error, 'users_username_key')) throw usernameTaken()
    throw error
  }
}

/** @throws {AppError} NOT_FOUND. */
export async function getProfile(
  db: Db,
  who: { id: string } | { username: string },
  viewerId: string | undefined,
): Promise<Profile> {
  const [column, value] = 'id' in who ? (['id', who.id] as const) : (['username', who.username.toLowerCase()] as const)
  const user = await db.selectFrom('users').select(publicColumns).where(column, '=', value).executeTakeFirst()
  if (!user) throw userNotFound()
  return { ...user, rank: await rankOf(db, user), isFollowing: false, isOwnProfile: user.id === viewerId }
}

/** The position among all creators by total views, ties by registration. `null` for people without a username. */
async function rankOf(db: Db, user: PublicUser): Promise<number | null> {
  if (user.username === null) return null
  const ahead = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('username', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        eb('totalViews', '>', user.totalViews),
        and([eb('totalViews', '=', user.totalViews), eb('userNumber', '<', user.userNumber)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return ahead.count + 1
}

/** Moves the count of a creator's visible videos, in the transaction that adds, hides or removes one. */
export async function addToVideosCount(tx: Db, userId: string, change: number): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ eb }) => ({ videosCount: eb('videosCount', '+', change) }))
    .where('id', '=', userId)
    .execute()
}

function userNotFound(): AppError {
  return new AppError('NOT_FOUND', 'User not found')
}

function usernameTaken(): AppError {
  return new AppError('USERNAME_TAKEN', 'Username is already taken')
}

function isTaken(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = error as { code?: string; constraint?: string }
  return code === '23505' && violated === constraint
}
