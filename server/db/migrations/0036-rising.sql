-- Rising: the activity of each video by hour, and its current heat (docs/decisions/0050).

-- Scores by hour (UTC), for eight days. Transactions that write here lock the video first. Earlier hours are filled by
-- 0053.
create table video_hours (
  video_id uuid not null references videos (id) on delete cascade,
  hour timestamptz not null,
  views integer not null default 0,
  -- Likes and comments of this hour that still exist.
  likes integer not null default 0,
  comments integer not null default 0,
  -- Total weight of the views: those by visitors and young accounts weigh less, those by the owner nothing.
  score double precision not null default 0,
  primary key (video_id, hour)
) with (fillfactor = 80);
create index video_hours_by_hour on video_hours (hour);

-- Heat on a scale that does not change with time, so that only affected videos are written. It is not part of `videos`,
-- whose rows can be updated in place as long as no index covers changing columns.
create table video_heat (
  video_id uuid primary key references videos (id) on delete cascade,
  heat double precision not null
);
create index video_heat_order on video_heat (heat desc, video_id);
