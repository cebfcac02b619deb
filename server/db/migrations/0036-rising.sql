-- Rising: what happened to each video hour by hour, and how much each is loved just now (docs/decisions/0050).

-- By the hours of UTC, for eight days. Whoever writes here has locked the video first. What has happened before comes with
-- 0053.
create table video_hours (
  video_id uuid not null references videos (id) on delete cascade,
  hour timestamptz not null,
  views integer not null default 0,
  -- Those that came in this hour and are still there.
  likes integer not null default 0,
  comments integer not null default 0,
  -- What the views are worth together: less of visitors and young accounts, nothing of the owner.
  score double precision not null default 0,
  primary key (video_id, hour)
) with (fillfactor = 80);
create index video_hours_by_hour on video_hours (hour);

-- On a scale that waiting does not move, so that only what is touched is written. Apart from `videos`, whose rows change
-- in place as long as no index is on what moves.
create table video_heat (
  video_id uuid primary key references videos (id) on delete cascade,
  heat double precision not null
);
create index video_heat_order on video_heat (heat desc, video_id);
