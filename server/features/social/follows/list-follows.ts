import { sql } from 'kysely'
import type { ListedPerson } from '../../../../contract/social/follows.ts'
import type { PublicUser } from '../../../../contract/social/profiles.ts'
import type { Viewer } from '../../../access/can.ts'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, decodeCursor, encodeCursor, isBehind, type PageOf } from '../../../http/cursor.ts'
import { hiddenName, publicColumns, requireProfile } from '../profiles/profiles.queries.ts'

/**
 * Lists the followers of `userId` (`followers`) or the users that they follow (`following`), newest first. Users whom
 * the viewer has muted are left out. Users who are suspended or being deleted have a row without a name, so that the
 * list matches the count.
 *
 * @throws {AppError} NOT_FOUND, including for a suspended user, whom only staff and the user can see.
 */
export async function listFollows(
  db: Db,
  list: 'followers' | 'following',
  userId: string,
  { viewer, limit, cursor }: PageOf & { viewer: Viewer },
): Promise<{ rows: ListedPerson[]; nextCursor: string | null }> {
  await requireProfile(db, userId, viewer)
  const after = decodeCursor(cursor)
  const [whose, listed] =
    list === 'followers'
      ? (['follows.followingId', 'follows.followerId'] as const)
      : (['follows.followerId', 'follows.followingId'] as const)
  const rows = await db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', listed)
    .leftJoin('follows as own', (join) =>
      join.onRef('own.followingId', '=', 'users.id').on('own.followerId', '=', viewer?.id ?? null),
    )
    .select(publicColumns.map((column) => `users.${column}` as const))
    .select(['follows.createdAt as followedAt', 'own.id as ownFollow', 'users.isHidden', 'users.suspendedUntil'])
    .where(whose, '=', userId)
    .$if(viewer?.hasMuted === true, (query) => query.where(isUnmuted(viewer?.id ?? '', sql`users.id`)))
    .where(isBehind(after, 'follows.createdAt', listed))
    .orderBy('follows.createdAt', 'desc')
    .orderBy(listed, 'desc')
    .limit(limit + 1)
    .execute()
  const page = cutPage(rows, limit, ({ followedAt, id }) => encodeCursor({ createdAt: followedAt, id }))
  return {
    rows: page.rows.map(({ ownFollow, isHidden, suspendedUntil, ...person }) => ({
      ...(isHidden ? withoutName(person, hiddenName(suspendedUntil)) : person),
      isFollowing: ownFollow !== null,
    })),
    nextCursor: page.nextCursor,
  }
}

/** Replaces the personal data of a hidden user, so that only the row remains. */
function withoutName<Person extends PublicUser>(person: Person, displayName: string): Person {
  return {
    ...person,
    username: null,
    displayName,
    bio: '',
    avatarUrl: null,
    location: null,
    website: null,
    followersCount: 0,
    followingCount: 0,
  }
}
