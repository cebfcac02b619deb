-- compatible-from: 0049
-- Signed manifests (C2PA) that say of a rendition who made it, and from what (docs/decisions/0067). The rendition's bytes
-- stay as they are: each manifest is an object of its own, made for the same video.
create table sidecars (
  object_id uuid primary key references objects (id) on delete cascade,
  -- Whichever goes first takes the row along.
  manifest_id uuid not null unique references objects (id) on delete cascade
);
