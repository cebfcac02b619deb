-- compatible-from: 0041
-- The sources of a clip, who may remix it, and its licence (docs/decisions/0065).
alter table videos
  add column remix_policy text not null default 'everyone',
  -- SPDX identifier; null if not stated.
  add column license text,
  -- Number of remixes that are not hidden.
  add column remixes_count integer not null default 0,
  -- 0 if the clip is not a remix; otherwise one more than the deepest of its parents.
  add column remix_depth smallint not null default 0,
  -- The first clip in the chain of first parents. It is no foreign key, so that the deletion of that clip writes
  -- nothing here and can still be recognised.
  add column root_id uuid;
-- Not validated, because that would read the whole table under a lock: existing rows have the defaults.
alter table videos add constraint videos_remix_policy_check
  check (remix_policy in ('everyone', 'following', 'nobody')) not valid;
alter table videos add constraint videos_no_derivatives_check
  check (license is distinct from 'CC-BY-ND-4.0' or remix_policy = 'nobody') not valid;
alter table videos add constraint videos_remix_depth_check
  check (remix_depth between 0 and 64 and (remix_depth = 0) = (root_id is null)) not valid;

-- The sources of a clip at its publication. Parents are older than their remixes, so there are no cycles.
create table video_parents (
  video_id uuid not null references videos (id) on delete cascade,
  position smallint not null check (position between 0 and 3),
  -- Null if it was deleted.
  parent_id uuid references videos (id) on delete set null,
  -- The prompt of the parent at publication.
  parent_prompt text,
  thanks text check (length(thanks) <= 200),
  -- Publication time of the remix.
  created_at timestamptz not null default now(),
  primary key (video_id, position)
);
-- The remixes of a clip, newest first; a remix names each parent once.
create index video_parents_of_parent on video_parents (parent_id, created_at desc, video_id desc);
create unique index video_parents_once on video_parents (video_id, parent_id);

-- When a clip is deleted, its prompt is also removed from its remixes.
create function forget_parent_prompt() returns trigger language plpgsql as $$
begin
  new.parent_prompt := null;
  return new;
end $$;
create trigger video_parent_forgotten before update of parent_id on video_parents
  for each row when (new.parent_id is null) execute function forget_parent_prompt();

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('comment', 'like', 'follow', 'publish', 'remix')) not valid;
