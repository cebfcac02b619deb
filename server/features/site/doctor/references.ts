import { sql } from 'kysely'
import { isListed, objectState } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { counted } from '../../../format/in-words.ts'
import { purgeCopy } from '../../../objects/purge-copies.ts'
import { MANIFEST_TYPE } from '../../../objects/object-address.ts'
import { deleteObjects, markDeleted } from '../../../objects/objects.queries.ts'
import { endFollows } from '../../social/follows/follows.queries.ts'
import { type Difference, repairBy, type RepairDeps } from './difference.ts'

/** Checks for rows that contradict other rows. */
export async function findBrokenReferences(db: Db): Promise<Difference[]> {
  return [
    ...(await findWrongStates(db)),
    ...(await findUnusedPublished(db)),
    ...(await findLooseManifests(db)),
    ...(await findLostAvatars(db)),
    ...(await findWrongNames(db)),
    ...(await findWrongIndex(db)),
    ...(await findStaleNotifications(db)),
    ...(await findFollowsAcrossBlocks(db)),
    ...(await findWrongInvitations(db)),
  ]
}

/**
 * Finds objects in the wrong state. The objects of a visible video must be published, and those of a hidden video must
 * be hidden.
 */
async function findWrongStates(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ videoId: string; objectId: string; role: string; state: string; expected: string }>`
    with named as (
      select videos.id as video_id, ${objectState} as expected, role, object_id
      from videos
      cross join lateral (values ('original', original_id), ('poster', poster_id), ('preview', preview_id),
        ('stream', stream_id), ('storyboard', storyboard_id),
        ('report', (select report_id from provenance where video_id = videos.id)),
        ('workflow', (select workflows.object_id from workflows where video_id = videos.id))) as roles (role, object_id)
      where object_id is not null
      union all
      select made_for, ${objectState}, case content_type when ${MANIFEST_TYPE} then 'manifest' else 'part of the stream' end,
        objects.id
      from objects join videos on videos.id = made_for
      -- Objects in other states are still being made, or were left behind by a failed attempt.
      where state in ('published', 'hidden')
        and objects.id <> all (array_remove(array[poster_id, preview_id, stream_id, storyboard_id], null))
        and not exists (select from provenance where report_id = objects.id)
        and not exists (select from workflows where workflows.object_id = objects.id)
    )
    select video_id, object_id, case when role in ('manifest', 'part of the stream') then 'a ' else 'the ' end || role as role, state,
      expected
    from named join objects on objects.id = object_id
    where state <> expected
    order by video_id, object_id`.execute(db)
  return rows.map(({ videoId, objectId, role, state, expected }) => ({
    line: `${role} of video ${videoId} is '${state}', not '${expected}' (object ${objectId})`,
    // An object that is in deletion or was never complete cannot be restored by changing its status.
    ...((state === 'published' || state === 'hidden') && {
      repair: (deps) => alignState(deps, videoId, objectId),
    }),
  }))
}

async function alignState({ db, cdn }: RepairDeps, videoId: string, objectId: string): Promise<string> {
  const object = await db.transaction().execute(async (tx) => {
    await sql`select from videos where id = ${videoId} for no key update`.execute(tx)
    const { rows } = await sql<{ state: string; contentType: string }>`
      update objects set state = ${objectState} from videos
      where videos.id = ${videoId} and objects.id = ${objectId} and objects.state in ('published', 'hidden')
      returning objects.state, content_type`.execute(tx)
    return rows[0]
  })
  if (!object) return 'is gone'
  if (object.state === 'hidden') purgeCopy({ cdn }, objectId, object.contentType)
  return `is '${object.state}' now`
}

/** Finds published or hidden objects that nothing uses. They would take up space forever. */
async function findUnusedPublished(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    with used as (
      select original_id as id from videos
      union all select objects.id from objects join videos on videos.id = made_for
      union all select substr(avatar_url, 10, 36)::uuid from users where avatar_url ~ '^/objects/[0-9a-f-]{36}'
    )
    select id, state from objects
    where state in ('published', 'hidden') and not exists (select from used where used.id = objects.id)
    order by id`.execute(db)
  return rows.map(({ id, state }) => ({ line: `object ${id} is '${state}', and nothing uses it` }))
}

/** Finds signed manifests whose file was deleted. */
async function findLooseManifests(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: string }>`
    select id from objects
    where content_type = ${MANIFEST_TYPE} and state in ('published', 'hidden')
      and not exists (select from sidecars where manifest_id = objects.id)
    order by id`.execute(db)
  return rows.map(({ id }) => ({
    line: `manifest ${id} belongs to no file`,
    repair: async ({ db: live, storage, cdn }) => {
      await live.transaction().execute((tx) => markDeleted(tx, [id]))
      await deleteObjects({ db: live, storage, cdn }, [id])
      return 'it is removed'
    },
  }))
}

async function findLostAvatars(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: string; avatarUrl: string }>`
    select users.id, users.avatar_url from users
    left join objects on '/objects/' || objects.id = left(users.avatar_url, 45)
      and objects.state = case when users.is_hidden then 'hidden' else 'published' end and objects.owner_id = users.id
    where users.avatar_url like '/objects/%' and objects.id is null order by users.id`.execute(db)
  return rows.map(({ id, avatarUrl }) => ({
    line: `the avatar of user ${id} is not a published object that they own (${avatarUrl})`,
    repair: repairBy(
      sql`update users set avatar_url = null where id = ${id} and avatar_url = ${avatarUrl}`,
      'they have none now',
    ),
  }))
}

/** Finds outdated rows of `creator_names`, which the search reads and a trigger maintains. */
async function findWrongNames(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from users left join creator_names on creator_names.user_id = users.id
    where username is not null and names is distinct from searched_names(username, display_name)
    order by users.id`.execute(db)
  return rows.map(({ id }) => ({
    line: `the search has outdated names of creator ${id}`,
    repair: repairBy(sql`update users set display_name = display_name where id = ${id}`, 'they are updated'),
  }))
}

/**
 * Finds visible videos that are not searchable, and hidden videos that are searchable. A trigger requests indexing, and
 * the indexer writes the row.
 */
async function findWrongIndex(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: string }>`
    select videos.id from videos left join video_search on video_search.video_id = videos.id
    where (video_search.video_id is not null) <> ${isListed}
      and not exists (select from videos_to_index where videos_to_index.video_id = videos.id)
    order by videos.id`.execute(db)
  return rows.map(({ id }) => ({
    line: `the search index is outdated for video ${id}`,
    repair: repairBy(
      sql`update videos set is_hidden = is_hidden where id = ${id}`,
      'it will be updated within a minute',
    ),
  }))
}

/**
 * Finds unread notifications of likes and follows that no longer exist. Undoing a like or a follow deletes its unread
 * notifications. A notification of a new clip may however be written while its recipient unfollows the creator.
 */
async function findStaleNotifications(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: string; type: string }>`
    select id, type from notifications where not is_read and (
      (type = 'like' and not exists (
        select from likes where likes.user_id = actor_id and likes.video_id = notifications.video_id
      ))
      or (type = 'publish' and not exists (
        select from follows where follower_id = notifications.user_id and following_id = actor_id
      ))
      or (type = 'follow' and not exists (
        select from follows where follower_id = actor_id and following_id = notifications.user_id
      ))
    ) order by id`.execute(db)
  return rows.map(({ id, type }) => ({
    line: `notification ${id} is about ${type === 'publish' ? 'clips by a person who is not followed' : `a ${type} that no longer exists`}`,
    repair: repairBy(sql`delete from notifications where id = ${id} and not is_read`, 'it is removed'),
  }))
}

/** Finds follows between two users of whom one has blocked the other. A trigger rejects such rows (migration 0020). */
async function findFollowsAcrossBlocks(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ followerId: string; followingId: string }>`
    select follower_id, following_id from follows where exists (
      select from relations where kind = 'block'
        and (user_id, target_id) in ((following_id, follower_id), (follower_id, following_id))
    ) order by follower_id, following_id`.execute(db)
  return rows.map(({ followerId, followingId }) => ({
    line: `user ${followerId} follows user ${followingId}, and one of them has blocked the other`,
    repair: async ({ db: live }) => {
      await live.transaction().execute((tx) => endFollows(tx, { followerId, userId: followingId }))
      return 'the follow is removed'
    },
  }))
}

/** Finds invitations that count too few accounts. Deleted accounts count, too. */
async function findWrongInvitations(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ id: string; usesCount: number; found: number }>`
    select id, uses_count, count(*)::int as found from invitations join invited_users on invitation_id = id
    group by id having count(*) > uses_count order by id`.execute(db)
  return rows.map(({ id, usesCount, found }) => ({
    line: `invitation ${id} counts ${counted(usesCount, 'account')}, but ${found} ${found === 1 ? 'was' : 'were'} created with it`,
    repair: repairBy(
      sql`
        update invitations set uses_count = least(max_uses, greatest(uses_count,
          (select count(*) from invited_users where invitation_id = id)))
        where id = ${id}`,
      'they are counted now',
    ),
  }))
}
