-- Rising: what happened to each video hour by hour, and how much each is loved just now (docs/decisions/0050).

-- By the hours of UTC, for eight days. Whoever writes here has locked the video first.
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

insert into video_hours (video_id, hour, likes, comments)
select video_id, date_trunc('hour', created_at, 'UTC'), sum(likes), sum(comments) from (
  select video_id, created_at, 1 as likes, 0 as comments from likes where created_at > now() - interval '8 days'
  union all
  select video_id, created_at, 0, 1 from comments where not is_hidden and created_at > now() - interval '8 days'
) as recent
group by 1, 2;

-- On a scale that waiting does not move, so that only what is touched is written. Apart from `videos`, whose rows change
-- in place as long as no index is on what moves.
create table video_heat (
  video_id uuid primary key references videos (id) on delete cascade,
  heat double precision not null
);
create index video_heat_order on video_heat (heat desc, video_id);
