-- The videos most similar to each video, most similar first (docs/decisions/0051). Hidden ones are filtered when the
-- list is read, so that they reappear once they are shown again.
create table video_neighbours (
  video_id uuid not null references videos (id) on delete cascade,
  rank smallint not null check (rank between 1 and 24),
  neighbour_id uuid not null references videos (id) on delete cascade,
  -- 0 to 1.
  strength real not null,
  -- The reason for the similarity (`contract/discovery/similar.ts`).
  because jsonb not null,
  primary key (video_id, rank)
);
-- For the deletion of a video.
create index video_neighbours_of on video_neighbours (neighbour_id);

-- Time of each video's last comparison with others, and whether it must be repeated.
create table video_comparisons (
  video_id uuid primary key references videos (id) on delete cascade,
  -- Null if no comparison is due.
  asked_at timestamptz,
  -- A process works on it until then, unless it has died.
  taken_until timestamptz not null default '-infinity',
  compared_at timestamptz
);
-- The most recent request comes first, so that a new clip does not wait behind all others of a site.
create index video_comparisons_asked on video_comparisons (asked_at desc) where asked_at is not null;

insert into video_comparisons (video_id, asked_at) select video_id, now() from video_search;

-- `video_search` changes with everything by which a video is found. The trigger uses the clock instead of the
-- transaction's start: a process that compares in between has not seen this transaction's rows.
create function ask_to_compare() returns trigger language plpgsql as $$
begin
  insert into video_comparisons (video_id, asked_at) values (new.video_id, clock_timestamp())
    on conflict (video_id) do update set asked_at = excluded.asked_at;
  return null;
end $$;
create trigger video_comparison_asked after insert or update of words on video_search
  for each row execute function ask_to_compare();
