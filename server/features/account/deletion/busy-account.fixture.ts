/** Test fixture: creates an account with a lot of activity in a few statements. */
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { insertVideos, type TestApp } from '../../../test/test-app.ts'

export interface Size {
  clips: number
  likes: number
  comments: number
  follows: number
}

/**
 * Gives an account clips with files, likes, comments and follows in both directions, likes of comments by others, and
 * the notifications about the likes of clips.
 */
export async function makeBusy(t: TestApp, userId: string, size: Size): Promise<void> {
  await insertClips(t, userId, size.clips)
  await t.db.transaction().execute(async (tx) => {
    // A hundred thousand rows may take longer on a busy machine than the statement timeout allows.
    await sql`set local statement_timeout = 0`.execute(tx)
    await insertOthers(tx, size)
    await insertActs(tx, userId, size)
    await recount(tx)
  })
  await sql`analyze`.execute(t.db)
}

async function insertClips(t: TestApp, userId: string, count: number): Promise<void> {
  await insertVideos(t, userId, count)
  const own = await t.rows('videos', { userId })
  for (const { originalId } of own) {
    const { sizeBytes } = await t.deps.storage.writeFile(originalId, sampleClip('plain-h264.mp4'))
    await t.change('objects', originalId, { sizeBytes })
  }
}

async function insertActs(db: Db, userId: string, size: Size): Promise<void> {
  const theirs = sql`(select id, user_id, row_number() over (order by id) as place from videos where user_id <> ${userId})`
  await sql`
    insert into likes (user_id, video_id) select ${userId}, id from ${theirs} as videos`.execute(db)
  await sql`
    insert into likes (user_id, video_id)
    select people.id, videos.id from videos
    join (select id, row_number() over (order by id) as place from users where id <> ${userId}) as people on place <= 20
    where videos.user_id = ${userId}`.execute(db)
  await sql`
    insert into comments (user_id, video_id, text)
    select ${userId}, id, 'Lovely' from ${theirs} as videos where place <= ${size.comments}
    union all select user_id, id, 'Thanks' from ${theirs} as videos where place <= ${size.comments} / 10`.execute(db)
  await sql`
    insert into comment_likes (user_id, comment_id)
    select ${userId}, id from comments where user_id <> ${userId}`.execute(db)
  await sql`
    insert into follows (follower_id, following_id)
    select case when place % 2 = 0 then ${userId} else id end, case when place % 2 = 0 then id else ${userId} end
    from (select id, row_number() over (order by id) as place from users where id <> ${userId}) as people
    where place <= ${size.follows}`.execute(db)
  await sql`
    insert into notifications (user_id, actor_id, type, video_id)
    select videos.user_id, likes.user_id, 'like', video_id from likes join videos on videos.id = video_id
    where ${userId} in (likes.user_id, videos.user_id)`.execute(db)
}

/** Inserts one account for each follow and, spread over these accounts, one clip for each like. */
async function insertOthers(db: Db, { likes, follows }: Size): Promise<void> {
  await sql`
    insert into users (user_number, email, password_hash, username, display_name)
    select (select max(user_number) from users) + n, 'busy' || n || '@example.org', '-', 'busy' || n, 'Person ' || n
    from generate_series(1, ${follows}::int) n`.execute(db)
  await sql`
    with people as (select id, row_number() over (order by id) as place from users where username like 'busy%'),
    files as (
      insert into objects (owner_id, state, content_type, size_bytes)
      select people.id, 'published', 'video/mp4', 1 from generate_series(1, ${likes}::int) n
      join people on place = n % ${follows}::int + 1
      returning id, owner_id
    )
    insert into videos (user_id, title, tool_used, aspect_ratio, width, height, duration_seconds, original_id)
    select owner_id, 'A clip', 'other', '16:9', 1920, 1080, 5, id from files`.execute(db)
}

async function recount(db: Db): Promise<void> {
  await sql`
    update videos set likes_count = (select count(*) from likes where video_id = videos.id),
      comments_count = (select count(*) from comments where video_id = videos.id)`.execute(db)
  await sql`
    update comments set likes_count = (select count(*) from comment_likes where comment_id = comments.id)`.execute(db)
  await sql`
    update users set videos_count = coalesce(made.count, 0), total_likes = coalesce(made.likes, 0),
      followers_count = (select count(*) from follows where following_id = users.id),
      following_count = (select count(*) from follows where follower_id = users.id)
    from users as people left join (
      select user_id, count(*) as count, sum(likes_count) as likes from videos group by user_id
    ) as made on made.user_id = people.id
    where people.id = users.id`.execute(db)
}
