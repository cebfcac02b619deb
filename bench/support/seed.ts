import pg from 'pg'
import { Draws, drawText } from './seed-words.ts'

export interface Size {
  videos: number
  people: number
  likes: number
  comments: number
}

export const small: Size = { videos: 20_000, people: 2_000, likes: 200_000, comments: 40_000 }
export const full: Size = { videos: 1_000_000, people: 100_000, likes: 10_000_000, comments: 1_000_000 }
export const huge: Size = { ...full, videos: 10_000_000 }

/**
 * A SQL function that returns the id of the n-th row of a kind. The id is the same in every run, and has the form of
 * the ids that `gen_random_uuid()` returns.
 */
const seededId = `create or replace function seeded_id(kind_and_number text) returns uuid language sql immutable as
  $$ select overlay(overlay(md5(kind_and_number) placing '4' from 13) placing '8' from 17)::uuid $$`

/** Tables whose indexes `seed` drops first and builds again after filling them, which is faster. */
const tables = [
  'users',
  'objects',
  'videos',
  'likes',
  'comments',
  'follows',
  'video_search',
  'video_tags',
  'video_hours',
] as const

const ROWS_AT_ONCE = 10_000
/** Texts repeat after this many videos, because drawing them takes longer than inserting the videos. */
const TEXTS = 1_000_000
/** One video in this many is hidden. */
const HIDDEN_EVERY = 50
/** How many others a person follows, except the first `FOLLOW_HUNDRED` people. */
const FOLLOWS = 20
/**
 * The first `FOLLOW_MANY` people follow thousands of others. The first `FOLLOW_INACTIVE` of them follow anyone. The rest
 * follow the people whose last clip is oldest.
 */
export const FOLLOW_MANY = 10
export const FOLLOW_INACTIVE = 5
const MANY_FOLLOWS = 5_000
/** The people between `FOLLOW_MANY` and this number follow a hundred others. */
const FOLLOW_HUNDRED = 100

/**
 * Fills a migrated, empty database with consistent counters.
 *
 * @param superuserUrl A superuser can disable foreign key checks while millions of rows are inserted.
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
      from generate_series(1, ${videos}) n`)
    await insertVideos(client, { videos, people })
    await client.query(`
      update objects set state = 'hidden' from videos where original_id = objects.id and is_hidden;

      -- Half of the likes are for clips of any age, by Zipf's law. A quarter (n % 4 = 0) is for newer clips, which fill
      -- the feed's first page. A quarter (n % 4 = 1) comes in bursts, for a hundred clips within hours.
      insert into likes (user_id, video_id, created_at)
      select distinct on (1, 2) seeded_id('user' || (n % ${people} + 1)),
        seeded_id('video' || (1 + case n % 4
          when 0 then floor(${videos} * power(random(), 2))
          when 1 then floor(100 * random()) * greatest(1, ${videos} / 100)
          else (floor(exp(random() * ln(${videos}))) * 7919)::bigint % ${videos}
        end)::int),
        now() - n * case n % 4 when 1 then interval '0.01 seconds' else interval '0.1 seconds' end
      from generate_series(1, ${likes}) n;

      insert into follows (follower_id, following_id, created_at)
      select distinct on (1, 2) seeded_id('user' || follower), seeded_id('user' || following), now() - n * interval '1 minute'
      from (
        select follower, n, case
            when follower <= ${FOLLOW_INACTIVE} then 1 + n * greatest(1, ${people} / ${MANY_FOLLOWS}) % ${people}
            when follower <= ${FOLLOW_MANY} then greatest(1, ${people} - n)
            else 1 + floor(exp(random() * ln(${people})))::int % ${people} end as following
        from generate_series(1, ${people}) follower
          cross join lateral generate_series(1, case when follower <= ${FOLLOW_MANY} then ${MANY_FOLLOWS}
            when follower <= ${FOLLOW_HUNDRED} then 100 else ${FOLLOWS} end) n
      ) drawn where follower <> following;

      insert into comments (id, user_id, video_id, text, created_at)
      select seeded_id('comment' || n), seeded_id('user' || (n * 7 % ${people} + 1)),
        -- Twenty or so below each of the videos that have any.
        seeded_id('video' || (1 + n % greatest(${comments} / 20, 1))), 'Something kind about it, number ' || n,
        now() - n * interval '1 second'
      from generate_series(1, ${comments}) n;

      insert into video_hours (video_id, hour)
      select distinct video_id, date_trunc('hour', created_at, 'UTC')
      from (select video_id, created_at from likes union all select video_id, created_at from comments) as events
      where created_at > now() - interval '8 days';

      insert into creator_names select id, username || E'\\n' || lower(display_name) from users;

      insert into video_tags (tag, created_at, video_id)
      select tag, created_at, id from videos, unnest(string_to_array(tags, ', ')) tag where not is_hidden;
      insert into tags (tag, name, videos_count) select tag, tag, count(*) from video_tags group by tag`)
    await client.query(`
      update videos set likes_count = counted.n from
        (select video_id, count(*) n from likes group by video_id) counted where counted.video_id = videos.id;
      update videos set comments_count = counted.n from
        (select video_id, count(*) n from comments group by video_id) counted where counted.video_id = videos.id;
      update users set videos_count = counted.n, total_likes = counted.likes from
        (select user_id, count(*) n, sum(likes_count) likes from videos where not is_hidden group by user_id) counted
        where counted.user_id = users.id;
      update users set following_count = counted.n from
        (select follower_id, count(*) n from follows group by 1) counted where counted.follower_id = users.id;
      update users set followers_count = counted.n from
        (select following_id, count(*) n from follows group by 1) counted where counted.following_id = users.id`)
    for (const definition of indexes) await client.query(definition)
    await client.query(`
      insert into kept_bytes select owner_id, sum(size_bytes) from objects where owner_id is not null group by owner_id`)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

async function insertVideos(client: pg.Client, { videos, people }: Pick<Size, 'videos' | 'people'>): Promise<void> {
  const drawn = Math.min(videos, TEXTS)
  await drawTexts(client, drawn)
  for (let first = 0; first < videos; first += drawn) {
    await client.query(`
      insert into videos (id, user_id, title, caption, prompt, tool_used, aspect_ratio, width, height,
        duration_seconds, tags, original_id, status, hidden_for, is_hidden, created_at, provenance_check)
      select seeded_id('video' || n), seeded_id('user' || (n % ${people} + 1)), title, caption, prompt, 'other', '16:9',
        1920, 1080, 8.5, tags, seeded_id('object' || n), 'ready',
        case when n % ${HIDDEN_EVERY} = 0 then array['moderation'] else '{}' end, n % ${HIDDEN_EVERY} = 0,
        drawn_at - n * interval '13 seconds', 'done'
      from texts, lateral (select number + ${first} as n) numbered where n <= ${videos};

      insert into video_search (video_id, created_at, standing, tool_used, aspect_ratio, has_prompt, words)
      select seeded_id('video' || n), drawn_at - n * interval '13 seconds', floor(16 * power(random(), 6)), 'other',
        '16:9', true, words
      from texts, lateral (select number + ${first} as n) numbered where n <= ${videos} and n % ${HIDDEN_EVERY} > 0`)
  }
  await client.query('drop table texts')
}

/** Fills the temporary table `texts`. Its words already have the form that the indexer writes. */
async function drawTexts(client: pg.Client, count: number): Promise<void> {
  const draws = new Draws()
  await client.query(`create temp table texts
    (number int, title text, caption text, prompt text, tags text, words tsvector, drawn_at timestamptz)`)
  const { rows } = await client.query<{ now: Date }>('select now()')
  for (let from = 1; from <= count; from += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from + 1) }, (_, i) => from + i)
    const texts = numbers.map(() => drawText(draws))
    await client.query(
      `insert into texts select number, title, caption, prompt, tags,
         setweight(to_tsvector('reverie', title), 'A') || setweight(to_tsvector('reverie', tags || ' other'), 'B')
           || setweight(to_tsvector('reverie', caption), 'C') || setweight(to_tsvector('reverie', prompt), 'D'),
         $6::timestamptz
       from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])
         row (number, title, caption, prompt, tags)`,
      [
        numbers,
        ...(['title', 'caption', 'prompt', 'tags'] as const).map((name) => texts.map((text) => text[name])),
        rows[0]!.now,
      ],
    )
  }
}

/**
 * Drops the indexes of the filled tables, except those of constraints. @returns The statements that create them again.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
