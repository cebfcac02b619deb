-- Search: the searched texts, tags as rows, models by name (docs/decisions/0047).

-- Words are normalised (no accents, lower case, `search/normalise.ts`). Those of plain letters are indexed by their
-- English stem, all others unchanged.
create text search configuration reverie (copy = pg_catalog.simple);
alter text search configuration reverie
  alter mapping for asciiword, asciihword, hword_asciipart with english_stem;

-- The searched texts, a row for each listed video. They are not part of `videos`, whose rows change with every view.
create table video_search (
  video_id uuid primary key references videos (id) on delete cascade,
  created_at timestamptz not null,
  -- The popularity score, 0 to 15, from likes per view. It moves rarely and by whole steps, because each move rewrites
  -- the row's words.
  standing smallint not null default 0,
  tool_used text not null,
  aspect_ratio text not null,
  has_prompt boolean not null,
  -- A: title. B: tags, tool, model. C: caption. D: the prompt's beginning.
  words tsvector not null
);
-- Without fast updates, so that readers do not scan pending entries of writers.
create index video_search_words on video_search using gin (words) with (fastupdate = off);
create index video_search_newest on video_search (created_at desc, video_id desc);
create index video_search_best on video_search (standing desc, created_at desc, video_id desc);

-- Estimated number of videos with each word, updated now and then, for query plans, suggestions and spelling
-- correction.
create table search_words (
  word text primary key,
  videos_count integer not null
);

-- The tags of listed videos. `tag` is its key (`contract/tags.ts`).
create table video_tags (
  tag text not null,
  created_at timestamptz not null,
  video_id uuid not null references videos (id) on delete cascade,
  primary key (tag, created_at, video_id)
);
create index video_tags_of on video_tags (video_id);

-- Every tag that any video has had, in its first spelling. Its number of videos is an estimate that is updated now and
-- then.
create table tags (
  tag text primary key,
  name text not null,
  videos_count integer not null default 0
);
create index tags_by_prefix on tags (tag text_pattern_ops);
create index search_words_by_prefix on search_words (word text_pattern_ops);
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index search_words_alike on search_words using gin (word gin_trgm_ops);
  end if;
end $$;

-- Videos whose search rows are out of date. Transactions that insert here lock the video first. Videos from before this
-- migration are inserted by 0053.
create table videos_to_index (
  video_id uuid primary key references videos (id) on delete cascade,
  asked_at timestamptz not null default now()
);

-- Hidden videos leave the search at once. New and changed ones are indexed a moment later by the server, which knows
-- Unicode.
create function ask_to_index() returns trigger language plpgsql as $$
begin
  if new.is_hidden then
    delete from videos_to_index where video_id = new.id;
    delete from video_search where video_id = new.id;
    delete from video_tags where video_id = new.id;
  else
    insert into videos_to_index (video_id) values (new.id)
      on conflict (video_id) do update set asked_at = now();
  end if;
  return null;
end $$;

-- These come last, because from here on the table is locked against reading and writing. Existing rows are validated by
-- 0053.
alter table videos add column model text;
alter table videos add constraint videos_model_check check (model <> '' and char_length(model) <= 60) not valid;
create trigger video_index_asked
  after insert or update of title, caption, prompt, tags, tool_used, model, is_hidden on videos
  for each row execute function ask_to_index();
