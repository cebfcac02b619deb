-- Originals that have been searched for private data (places, names, keys, workflows), and the kinds that were removed
-- from each; none if nothing was found. The row is written before the bytes change, so that no change is unrecorded.
-- Videos published before this table existed have no row until `npm run clean-originals` has searched them.
create table cleaned_originals (
  object_id uuid primary key references objects (id) on delete cascade,
  cleaned_at timestamptz not null default now(),
  kinds text[] not null,
  changed_bytes bigint not null check (changed_bytes >= 0),
  -- Whether it held content credentials (C2PA), whose signature a change breaks.
  held_credentials boolean not null,
  check ((changed_bytes = 0) = (kinds = '{}'))
);
