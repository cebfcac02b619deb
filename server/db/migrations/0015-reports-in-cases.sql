-- Reports from before cases existed have not been judged, so each of their subjects gets a case with its current texts.
-- They are few, and each was written by hand.
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

-- SHA-256 of files that an admin permanently removed. The same file is refused.
create table erased_files (
  sha256 bytea primary key check (length(sha256) = 32),
  size_bytes bigint not null,
  erased_at timestamptz not null default now()
);
create index erased_files_by_size on erased_files (size_bytes);

-- Takedown notices. Only the operator can read the sender (`npm run notices`). It is deleted together with the texts of
-- the notice's cases.
create table notices (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('copyright', 'privacy', 'unlawful')),
  explanation text not null check (length(explanation) <= 4000),
  name text not null check (length(name) <= 200),
  email text not null check (length(email) <= 254),
  work text check (length(work) <= 4000),
  contact text check (length(contact) <= 4000),
  signature text check (length(signature) <= 4000),
  created_at timestamptz not null default now(),
  forgotten_at timestamptz,
  check (kind <> 'copyright' or (work is not null and contact is not null and signature is not null) or forgotten_at is not null)
);
create index notices_newest on notices (created_at desc, id desc);
create index notices_with_words on notices (created_at) where forgotten_at is null;
-- Each subject of a notice gets a report without a reporter.
alter table reports add column notice_id uuid references notices;
alter table reports add column notice_address text check (length(notice_address) <= 2000);
alter table reports add check ((notice_id is null) = (notice_address is null));
create index reports_of_notice on reports (notice_id) where notice_id is not null;
