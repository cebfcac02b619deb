-- Originals that have been searched for what they tell besides picture and sound (places, names, keys, workflows), and what
-- was taken out of each: no kinds, if there was nothing. Written before the bytes change, so that no change is unrecorded.
-- What was published before this table has no row until `npm run clean-originals` has searched it.
create table cleaned_originals (
  object_id uuid primary key references objects (id) on delete cascade,
  cleaned_at timestamptz not null default now(),
  kinds text[] not null,
  changed_bytes bigint not null check (changed_bytes >= 0),
  -- Whether it held content credentials (C2PA), whose seal a change breaks.
  held_credentials boolean not null,
  check ((changed_bytes = 0) = (kinds = '{}'))
);
