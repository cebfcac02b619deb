-- compatible-from: 0049
-- Workflows that creators share (docs/decisions/0068), without secret keys and folders.
create table workflows (
  video_id uuid primary key references videos (id) on delete cascade,
  -- A JSON file; null if the file had no workflow that could be read.
  object_id uuid unique references objects (id)
);
