-- Columns and indexes for likes, follows, views, the leaderboard and the limits.

-- Counters change all the time. Free space on the page lets PostgreSQL update a row in place, without touching its
-- indexes.
alter table videos set (fillfactor = 80);
alter table comments set (fillfactor = 80);
alter table users set (fillfactor = 80);

-- An empty location means none.
update users set location = null where trim(location) = '';

-- These rows are never looked up by id, and each index makes every like and follow more expensive.
alter table likes drop constraint likes_id_key;
alter table follows drop constraint follows_id_key;
alter table comment_likes drop constraint comment_likes_id_key;
drop index notifications_of_comment;
create index notifications_of_comment on notifications (comment_id) where comment_id is not null;

-- The leaderboard's other orders; `users_by_total_views` and the unique user_number exist already.
create index users_by_total_likes on users (total_likes desc, user_number) where username is not null;
create index users_by_followers on users (followers_count desc, user_number) where username is not null;
create index users_by_videos on users (videos_count desc, user_number) where username is not null;

-- The names of creators in lower case, for the search. They are not part of `users`, whose rows change with every like
-- and view: a trigram index there would be rewritten as often.
create table creator_names (
  user_id uuid primary key references users (id) on delete cascade,
  -- Username and display name, one a line: no search term contains a line break, so none matches across both.
  names text not null
);
insert into creator_names
  select id, username || E'\n' || lower(display_name) from users where username is not null;

create function keep_creator_names() returns trigger language plpgsql as $$
begin
  if new.username is not null then
    insert into creator_names values (new.id, new.username || E'\n' || lower(new.display_name))
      on conflict (user_id) do update set names = excluded.names;
  end if;
  return null;
end $$;
create trigger creator_names_kept after insert or update of username, display_name on users
  for each row execute function keep_creator_names();

-- Without the extension (some managed servers lack it) the search still works, only slower.
do $$ begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index creator_names_search on creator_names using gin (names gin_trgm_ops);
  end if;
end $$;

-- `hidden`: the video of these bytes is hidden. They are served to its owner only.
alter table objects drop constraint objects_state_check;
alter table objects add constraint objects_state_check
  check (state in ('pending', 'stored', 'published', 'hidden', 'deleted'));
alter table objects drop constraint objects_check1;
alter table objects add constraint objects_served_have_type
  check (state not in ('published', 'hidden') or content_type is not null);
drop index objects_unpublished;
create index objects_unused on objects (created_at) where state in ('pending', 'stored');
create index objects_deleted on objects (id) where state = 'deleted';
drop index objects_of_owner;
create index objects_of_owner on objects (owner_id, state);

-- Time at which the server last read the file of a video after a report that it does not load.
alter table videos add column file_checked_at timestamptz;
create index videos_hidden on videos (file_checked_at) where is_hidden;

-- Views that have been counted. A key is a keyed hash of the visit and the video; the key of the hash changes every
-- day.
create table view_visits (
  key bytea primary key,
  counted_at timestamptz not null default now()
);
create index view_visits_by_age on view_visits (counted_at);

-- Number of recent views of one video from one address, likewise hashed. Losing it in a crash is harmless.
create unlogged table view_addresses (
  key bytea primary key,
  views integer not null,
  until timestamptz not null
);

-- Counts of the rate limiter (rate-limiter-flexible requires these columns). Losing them in a crash is harmless.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);
