-- Reports from before there were cases: nobody has looked at them, so each thing that they are about has one, with its
-- words as they are today. They are few, and each was written by hand.
insert into cases (kind, subject_id, video_id, person_id, source, rules, is_severe, snapshot, reports_count, opened_at)
select 'video', videos.id, videos.id, videos.user_id, 'report', said.rules, said.rules && array['nudity', 'violence', 'hate'],
  jsonb_strip_nulls(jsonb_build_object('title', title, 'caption', caption, 'prompt', prompt,
    'tags', nullif(tags, ''), 'tool', tool_used)),
  said.reports_count, said.opened_at
from videos
join (
  select video_id, count(*) as reports_count, min(created_at) as opened_at,
    coalesce(array_agg(distinct case reason when 'real-video' then 'only-ai' else reason end)
      filter (where reason <> 'other'), '{}') as rules
  from reports where case_id is null group by video_id
) as said on said.video_id = videos.id;
update reports set case_id = cases.id from cases where cases.video_id = reports.video_id and reports.case_id is null;
