-- The entities of the specification's section 3. Counters beside the rows they count move in the transaction that
-- inserts or deletes those rows. Every foreign key has an index, so that removing a person or a video stays cheap.

create table users (
  id uuid primary key default gen_random_uuid(),
  -- The order of registration, from 1. Assigned under a lock (create-user.ts), because a sequence leaves gaps.
  user_number integer not null unique check (user_number > 0),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  -- Null until the profile is created.
  username text unique check (username ~ '^[a-z0-9]{1,50}$'),
  display_name text not null default '' check (length(display_name) <= 100),
  bio text not null default '' check (length(bio) <= 1000),
  avatar_url text,
  location text check (length(location) <= 100),
  website text check (website ~ '^https?://'),
  first_name text,
  last_name text,
  profile_image_url text,
  joined_date timestamptz not null default now(),
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  videos_count integer not null default 0 check (videos_count >= 0),
  total_views bigint not null default 0 check (total_views >= 0),
  total_likes bigint not null default 0 check (total_likes >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The leaderboard and the rank: creators by total views, ties by registration.
create index users_by_total_views on users (total_views desc, user_number) where username is not null;

create table sessions (
  -- SHA-256 of the id in the cookie, so that a stolen copy of this table does not contain valid session ids.
  sid text primary key,
  sess jsonb not null,
  expire timestamptz not null,
  -- Null only before sign-in; sessions are written at sign-in.
  user_id uuid references users (id) on delete cascade
);
create index sessions_by_expiry on sessions (expire);
create index sessions_of_user on sessions (user_id);

-- Every stored file has a row. The id is also the storage key.
create table objects (
  id uuid primary key default gen_random_uuid(),
  -- Outlives its owner, so that the sweep still finds the bytes.
  owner_id uuid references users (id) on delete set null,
  -- pending: a signed address was issued. stored: all bytes have arrived, and nothing uses them yet. published: a video
  -- or an avatar uses them; only these are served. deleted: the sweep removes bytes and row.
  state text not null check (state in ('pending', 'stored', 'published', 'deleted')),
  -- Type that the server detected in the bytes; null until then. The type stated by the client is never stored.
  content_type text,
  size_bytes bigint check (size_bytes >= 0),
  created_at timestamptz not null default now(),
  check (state in ('pending', 'deleted') or size_bytes is not null),
  check (state <> 'published' or content_type is not null)
);
-- For the sweep of unused uploads and deleted objects.
create index objects_unpublished on objects (created_at) where state <> 'published';
create index objects_of_owner on objects (owner_id);

create table videos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  title text not null check (length(title) between 1 and 80),
  caption text check (length(caption) <= 2200),
  prompt text check (length(prompt) <= 10000),
  tool_used text not null,
  aspect_ratio text not null check (aspect_ratio ~ '^[0-9]{1,5}:[0-9]{1,5}$'),
  -- Display size in pixels, after rotation and sample aspect ratio.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  duration_seconds double precision not null check (duration_seconds >= 0),
  -- Comma and space between tags, as on the wire.
  tags text not null default '',
  -- The uploaded file. Poster and preview are null until they are made.
  original_id uuid not null unique references objects (id),
  poster_id uuid unique references objects (id),
  preview_id uuid unique references objects (id),
  -- Thumbhash of the poster, base64.
  placeholder text,
  status text not null default 'processing' check (status in ('processing', 'ready', 'failed')),
  -- A sentence for the creator; set exactly if the renditions could not be made.
  failure_reason text check ((status = 'failed') = (failure_reason is not null)),
  is_hidden boolean not null default false,
  likes_count integer not null default 0 check (likes_count >= 0),
  views_count bigint not null default 0 check (views_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The feed, newest first.
create index videos_newest on videos (created_at desc, id desc) where not is_hidden;
-- A creator's videos, newest first.
create index videos_of_user on videos (user_id, created_at desc, id desc);

create table follows (
  id uuid not null unique default gen_random_uuid(),
  follower_id uuid not null references users (id) on delete cascade,
  following_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follows_followers on follows (following_id, created_at desc, follower_id desc);
create index follows_following on follows (follower_id, created_at desc, following_id desc);

create table likes (
  id uuid not null unique default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, video_id)
);
-- Videos that a person liked, newest like first.
create index likes_of_user on likes (user_id, created_at desc, video_id desc);
create index likes_of_video on likes (video_id);

create table reports (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references videos (id) on delete cascade,
  -- Null for visitors, who may report too.
  user_id uuid references users (id) on delete set null,
  reason text not null check (reason in ('real-video', 'nudity', 'violence', 'hate', 'spam', 'other')),
  other_text text check (length(other_text) <= 2000),
  created_at timestamptz not null default now(),
  check (reason <> 'other' or length(trim(other_text)) > 0)
);
-- A person has at most one open report per video: reporting again updates it.
create unique index reports_of_person on reports (video_id, user_id) where user_id is not null;
create index reports_by_user on reports (user_id);
create index reports_newest on reports (created_at desc, id desc);

create table comments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  text text not null check (length(text) between 1 and 500),
  likes_count integer not null default 0 check (likes_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The comments on a video, newest first.
create index comments_of_video on comments (video_id, created_at desc, id desc);
create index comments_of_user on comments (user_id);

create table comment_likes (
  id uuid not null unique default gen_random_uuid(),
  comment_id uuid not null references comments (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, comment_id)
);
create index comment_likes_of_comment on comment_likes (comment_id);

create table notifications (
  id uuid primary key default gen_random_uuid(),
  -- The recipient.
  user_id uuid not null references users (id) on delete cascade,
  actor_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('comment', 'like', 'follow')),
  video_id uuid references videos (id) on delete cascade,
  comment_id uuid references comments (id) on delete cascade,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  check (user_id <> actor_id),
  check ((type = 'follow') = (video_id is null)),
  check ((type = 'comment') = (comment_id is not null))
);
-- A like or a follow notifies once, however often it is undone and repeated.
create unique index notifications_once_per_like on notifications (user_id, actor_id, video_id) where type = 'like';
create unique index notifications_once_per_follow on notifications (user_id, actor_id) where type = 'follow';
create index notifications_of_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where not is_read;
create index notifications_by_actor on notifications (actor_id);
create index notifications_of_video on notifications (video_id);
create index notifications_of_comment on notifications (comment_id);
