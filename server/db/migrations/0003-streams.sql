-- Streams: an HLS main playlist, and the playlists and files of its rungs.

-- The main playlist; null until the stream is made.
alter table videos add column stream_id uuid unique references objects (id);
-- A sheet of small pictures for scrubbing. Null until the stream is made; short clips never have one.
alter table videos add column storyboard_id uuid unique references objects (id);
-- The reason why there is no stream. The clip itself is complete without one.
alter table videos add column stream_failure text check (stream_failure is null or stream_id is null);
-- Finds the videos for `npm run requeue -- --failed`.
create index videos_failed on videos (id) where status = 'failed' or stream_failure is not null;

-- The video that an object was made for: set for posters, previews and all files of a stream, but not for uploads. It
-- has no foreign key, because it must outlive the video until the bytes are deleted.
alter table objects add column made_for uuid;
update objects set made_for = videos.id from videos where objects.id in (videos.poster_id, videos.preview_id);
create index objects_made_for on objects (made_for) where made_for is not null;
