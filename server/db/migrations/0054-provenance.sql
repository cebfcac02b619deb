-- compatible-from: 0041
-- How a clip was made, according to its file. Earlier clips are `pending`: a job checks them.
alter table videos
  add column provenance text not null default 'creator',
  add column provenance_says text,
  -- Names are copied from the file.
  add column provenance_tool text,
  add column provenance_signer text,
  add column provenance_signed_at timestamptz,
  add column provenance_check text not null default 'pending',
  add column provenance_reason text,
  -- Whether it shows real people, places or events, according to its creator.
  add column shows_reality boolean not null default false,
  add constraint provenance_is_known check (
    provenance in ('verified', 'file', 'creator', 'broken')
    and provenance_says in ('generated', 'edited', 'composite', 'mixed', 'captured', 'created')
    and length(provenance_tool) <= 100
    and length(provenance_signer) <= 100
    and provenance_check in ('done', 'pending', 'impossible')
    and provenance_reason in ('tooLarge', 'changedHere', 'tooSlow', 'unreadable', 'elsewhere')
  ) not valid,
  add constraint provenance_says_why_not check ((provenance_check = 'impossible') = (provenance_reason is not null)) not valid;

-- The evidence behind the state, for files that contain any.
create table provenance (
  video_id uuid primary key references videos (id) on delete cascade,
  -- Results of the reader: evidence, manifests, status codes. At most 32 kB.
  findings jsonb not null check (pg_column_size(findings) < 33000),
  -- The reader's whole report, JSON.
  report_id uuid unique references objects (id),
  -- Private data that this site removed from the file after the check, which broke its signature.
  removed text check (removed in ('place', 'private')),
  reader text not null,
  -- The trust lists that were used: their digest, and the date of the official one.
  lists text not null,
  lists_date date,
  checked_at timestamptz not null default now()
);

-- Finds results to be judged again after the trust lists have changed.
create index provenance_by_lists on provenance (lists, video_id);
