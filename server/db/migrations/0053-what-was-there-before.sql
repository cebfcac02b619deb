-- compatible-from: 0041
-- Completes 0031 and 0036 for all earlier rows. With a million videos this takes long, and those migrations hold locks
-- that block everything. Sites on which they did this themselves have nothing left to do here.

alter table videos validate constraint videos_model_check;

insert into videos_to_index (video_id)
select id from videos where not is_hidden and not exists (select from video_search where video_id = id)
on conflict do nothing;

insert into video_hours (video_id, hour, likes, comments)
select video_id, date_trunc('hour', created_at, 'UTC'), sum(likes), sum(comments) from (
  select video_id, created_at, 1 as likes, 0 as comments from likes where created_at > now() - interval '8 days'
  union all
  select video_id, created_at, 0, 1 from comments where not is_hidden and created_at > now() - interval '8 days'
) as recent
where not exists (select from video_hours)
group by 1, 2;
