-- compatible-from: 0041
-- How a clip was made, as far as its file tells. What was published before is `pending`: a job checks it.
alter table videos
  add column provenance text not null default 'creator',
  add column provenance_says text,
  -- Names are as the file has them.
  add column provenance_tool text,
  add column provenance_signer text,
  add column provenance_signed_at timestamptz,
  add column provenance_check text not null default 'pending',
  add column provenance_reason text,
  -- Whether it shows real people, places or events, as its creator says.
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

-- What the state stands on, of files that tell anything.
create table provenance (
  video_id uuid primary key references videos (id) on delete cascade,
  -- What the reader found: evidence, manifests, status codes. At most 32 kB.
  findings jsonb not null check (pg_column_size(findings) < 33000),
  -- The reader's whole report, JSON.
  report_id uuid unique references objects (id),
  -- What this site took out of the file after the check, which broke its seal.
  removed text check (removed in ('place', 'private')),
  reader text not null,
  -- The lists that signers were looked up in: their digest, and the day of the official one.
  lists text not null,
  lists_date date,
  checked_at timestamptz not null default now()
);

-- What is judged anew once the lists have changed.
create index provenance_by_lists on provenance (lists, video_id);
