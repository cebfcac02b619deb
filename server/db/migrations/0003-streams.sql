-- Streams: an HLS main playlist, and the playlists and files of its rungs.

-- The main playlist; null until the stream is made.
alter table videos add column stream_id uuid unique references objects (id);
-- A sheet of small pictures for scrubbing; null until the stream is made, and for short clips for ever.
alter table videos add column storyboard_id uuid unique references objects (id);
-- Why there is no stream. The clip itself is whole without one.
alter table videos add column stream_failure text check (stream_failure is null or stream_id is null);
-- Finds the videos for `npm run requeue -- --failed`.
create index videos_failed on videos (id) where status = 'failed' or stream_failure is not null;

-- The video that an object was made for: posters, previews, all files of a stream. Not what people uploaded. Without a
-- foreign key, because it must outlive the video until the bytes are gone.
alter table objects add column made_for uuid;
update objects set made_for = videos.id from videos where objects.id in (videos.poster_id, videos.preview_id);
create index objects_made_for on objects (made_for) where made_for is not null;
