-- compatible-from: 0049
-- Reposts (docs/decisions/0066): fingerprints that recognise the frames of clips, and the clips that repeat an earlier
-- one.

create table fingerprints (
  video_id uuid primary key references videos (id) on delete cascade,
  duration_seconds real not null,
  -- Hashes of 32 bytes each, for at most ten moments, in order.
  frames bytea not null default '' check (length(frames) % 32 = 0 and length(frames) <= 320),
  -- Parts of the hashes. Similar hashes share some of them (`fingerprint-keys.ts`).
  keys integer[] not null default '{}',
  -- Null while the fingerprint has yet to be made or compared.
  made_at timestamptz
);
-- Finds clips that share a key with a clip. Without fast updates, so that readers do not scan pending entries of
-- writers.
create index fingerprints_keys on fingerprints using gin (keys) with (fastupdate = off);
create index fingerprints_to_make on fingerprints (video_id) where made_at is null;

-- Keys of so many clips that they carry no information, such as those of an intro or a logo.
create table common_fingerprint_keys (key integer primary key);

create table reposts (
  video_id uuid primary key references videos (id) on delete cascade,
  -- The clip that was published first.
  first_id uuid not null references videos (id) on delete cascade,
  -- Share of the shorter clip that is in the other, 0 to 1; null if only its creator says so.
  share real,
  state text not null check (state in ('found', 'credited', 'disputed', 'kept', 'dismissed')),
  -- The creator's objection, until a moderator decides.
  dispute_text text check (length(dispute_text) <= 1000),
  found_at timestamptz not null default now(),
  check (first_id <> video_id),
  check (dispute_text is null or state = 'disputed')
);
-- For the deletion of a video.
create index reposts_of_first on reposts (first_id);

-- Not validated, because that would read the whole table under a lock: existing rows have met stricter checks.
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('comment', 'like', 'follow', 'publish', 'remix', 'repost')) not valid;
alter table cases drop constraint cases_source_check;
alter table cases add constraint cases_source_check
  check (source in ('report', 'notice', 'own', 'dispute')) not valid;
