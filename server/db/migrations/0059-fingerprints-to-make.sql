-- compatible-from: 0049
-- What is known again of all clips that were there before 0056, which locks their table: with a million that would be long.
insert into fingerprints (video_id, duration_seconds) select id, duration_seconds from videos on conflict do nothing;
