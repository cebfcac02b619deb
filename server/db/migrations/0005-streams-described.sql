-- What a page is told of a stream, so that it need not read a playlist to choose what it plays.

-- How many sizes it offers: one playlist for each, beside the main one.
alter table videos add column stream_sizes_count smallint check (stream_sizes_count > 0);
update videos set stream_sizes_count = playlists - 1 from (
  select made_for, count(*) as playlists from objects
  where content_type = 'application/vnd.apple.mpegurl' and state in ('published', 'hidden') group by made_for
) as streams
where videos.id = made_for and stream_id is not null;
alter table videos add constraint videos_stream_has_sizes check ((stream_id is null) = (stream_sizes_count is null));
