-- Facts about a stream that a page needs to choose a source without reading a playlist.

-- Number of sizes: one playlist for each, besides the main one.
alter table videos add column stream_sizes_count smallint check (stream_sizes_count > 0);
update videos set stream_sizes_count = playlists - 1 from (
  select made_for, count(*) as playlists from objects
  where content_type = 'application/vnd.apple.mpegurl' and state in ('published', 'hidden') group by made_for
) as streams
where videos.id = made_for and stream_id is not null;
alter table videos add constraint videos_stream_has_sizes check ((stream_id is null) = (stream_sizes_count is null));

-- Captions, which are made with the stream: [{"objectId": uuid, "language": BCP 47 or null, "label": text}]. Lists read
-- them with each row, so that they need no further query.
alter table videos add column captions jsonb not null default '[]' check (jsonb_typeof(captions) = 'array');
