-- compatible-from: 0049
-- Inserts rows for all clips from before 0056, which could not do it because it locks the table: a million rows take
-- long.
insert into fingerprints (video_id, duration_seconds) select id, duration_seconds from videos on conflict do nothing;
