import pg from 'pg'

export interface Size {
  videos: number
  people: number
  likes: number
  comments: number
}

export const small: Size = { videos: 20_000, people: 2_000, likes: 200_000, comments: 40_000 }
export const full: Size = { videos: 1_000_000, people: 100_000, likes: 10_000_000, comments: 1_000_000 }

/** The id of the n-th row of a kind: the same in every run, and of the form that `gen_random_uuid()` gives. */
const seededId = `create or replace function seeded_id(kind_and_number text) returns uuid language sql immutable as
  $$ select overlay(overlay(md5(kind_and_number) placing '4' from 13) placing '8' from 17)::uuid $$`

/** The tables that are filled, with the indexes that are faster made afterwards. */
const tables = ['users', 'objects', 'videos', 'likes', 'comments'] as const

/**
 * Fills a migrated, empty database. Every counter is right.
 *
 * @param superuserUrl Foreign keys are not checked while millions of rows come in, which takes a superuser.
 */
export async function seed(superuserUrl: string, { videos, people, likes, comments }: Size): Promise<void> {
  const client = new pg.Client(superuserUrl)
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB';
      set synchronous_commit = off; set work_mem = '128MB'`)
    await client.query(seededId)
    const indexes = await dropIndexes(client)
    await client.query(`
      insert into users (id, user_number, email, password_hash, username, display_name, bio)
      select seeded_id('user' || n), n, 'user' || n || '@example.org', '-', 'user' || n, 'Person ' || n, 'Makes clips.'
      from generate_series(1, ${people}) n;

      insert into objects (id, owner_id, state, content_type, size_bytes)
      select seeded_id('object' || n), seeded_id('user' || (n % ${people} + 1)), 'published', 'video/mp4', 1000000
      from generate_series(1, ${videos}) n;

      insert into videos (id, user_id, title, caption, prompt, tool_used, aspect_ratio, width, height, duration_seconds,
        tags, original_id, status, created_at)
      select seeded_id('video' || n), seeded_id('user' || (n % ${people} + 1)), 'A clip, the ' || n || 'th of many',
        'What one sees when the light goes out and the water comes back, number ' || n,
        repeat('a slow dolly shot through fog over a glass city at dawn, ', 4), 'other', '16:9', 1920, 1080, 8.5,
        'fog, glass, city', seeded_id('object' || n), 'ready', now() - n * interval '13 seconds'
      from generate_series(1, ${videos}) n;

      -- The newer a video, the more likes: the feed's first page is full of them.
      insert into likes (user_id, video_id, created_at)
      select distinct on (1, 2) seeded_id('user' || (n % ${people} + 1)),
        seeded_id('video' || (1 + floor(${videos} * power(random(), 2)))::int), now() - n * interval '0.1 seconds'
      from generate_series(1, ${likes}) n;

      insert into comments (id, user_id, video_id, text, created_at)
      select seeded_id('comment' || n), seeded_id('user' || (n * 7 % ${people} + 1)),
        -- Twenty or so below each of the videos that have any.
        seeded_id('video' || (1 + n % greatest(${comments} / 20, 1))), 'Something kind about it, number ' || n,
        now() - n * interval '1 second'
      from generate_series(1, ${comments}) n;

      insert into creator_names select id, username || E'\\n' || lower(display_name) from users`)
    for (const definition of indexes) await client.query(definition)
    await client.query(`
      update videos set likes_count = counted.n from
        (select video_id, count(*) n from likes group by video_id) counted where counted.video_id = videos.id;
      update videos set comments_count = counted.n from
        (select video_id, count(*) n from comments group by video_id) counted where counted.video_id = videos.id;
      update users set videos_count = counted.n, total_likes = counted.likes from
        (select user_id, count(*) n, sum(likes_count) likes from videos group by user_id) counted
        where counted.user_id = users.id`)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** @returns The statements that make them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
