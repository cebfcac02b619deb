-- compatible-from: 0049
-- Signed manifests (C2PA) that state the maker and the source of a rendition (docs/decisions/0067). The rendition's
-- bytes stay unchanged: each manifest is an object of its own, created for the same video.
create table sidecars (
  object_id uuid primary key references objects (id) on delete cascade,
  -- Deleting either object deletes the row.
  manifest_id uuid not null unique references objects (id) on delete cascade
);
