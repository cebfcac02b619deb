import { sql } from 'kysely'
import type { ListedPerson } from '../../../../contract/social/follows.ts'
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
      ? ['follows.following_id', 'follows.follower_id']
      : ['follows.follower_id', 'follows.following_id']
  const isShown = viewer?.hasMuted ? isUnmuted(viewer.id, sql`users.id`) : sql`true`
  const found = await sql<FollowRow>`
    select ${publicColumns}, follows.created_at as followed_at, own.id is not null as is_following, users.is_hidden,
      users.suspended_until
    from follows join users on users.id = ${sql.ref(listed)}
      left join follows as own on own.following_id = users.id and own.follower_id = ${viewer?.id ?? null}
    where ${sql.ref(whose)} = ${userId} and ${isShown} and ${isBehind(after, 'follows.created_at', listed)}
    order by follows.created_at desc, ${sql.ref(listed)} desc limit ${limit + 1}`.execute(db)
  const page = cutPage(found.rows, limit, ({ followedAt, id }) => encodeCursor({ createdAt: followedAt, id }))
  const rows = page.rows.map(({ isHidden, suspendedUntil, ...person }) =>
    isHidden ? withoutName(person, hiddenName(suspendedUntil)) : person,
  )
  return { rows, nextCursor: page.nextCursor }
}

type FollowRow = ListedPerson & { followedAt: string; isHidden: boolean; suspendedUntil: string | null }

/** Replaces the personal data of a hidden user, so that only the row remains. */
function withoutName(person: ListedPerson, displayName: string): ListedPerson {
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
