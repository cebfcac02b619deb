-- Moderation (docs/decisions/0031): roles, reports and cases, decisions and their reasons.

-- The role decides what an account may do. It is read with the session at every request.
alter table users add column role text not null default 'member' check (role in ('member', 'moderator', 'admin'));
create index users_staff on users (role) where role <> 'member';

-- Videos (0011), comments and people are hidden by the same mechanism: a set of reasons, and a column that lists filter
-- by.
alter table users add column hidden_for text[] not null default '{}' check (hidden_for <@ array['suspension', 'deletion']);
alter table users add column is_hidden boolean not null default false;
alter table users add check (is_hidden = (hidden_for <> '{}'));
-- Time until which the person cannot create or change anything; 'infinity' until a moderator lifts it.
alter table users add column restricted_until timestamptz;
alter table users add column suspended_until timestamptz;
create index users_under_measure on users (least(restricted_until, suspended_until))
  where restricted_until is not null or suspended_until is not null;

alter table comments add column hidden_for text[] not null default '{}'
  check (hidden_for <@ array['moderation', 'hold', 'account']);
alter table comments add column is_hidden boolean not null default false;
alter table comments add check (is_hidden = (hidden_for <> '{}'));

-- Time of the last confirmation by password or passkey. It is not part of `sess`, because rewriting that could restore
-- a session that was just ended.
alter table sessions add column confirmed_at timestamptz not null default now();

-- The reports about one subject until it is decided. New reports join the open case; a subject has at most one.
create table cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('video', 'comment', 'account')),
  -- The video, comment or account concerned. `subject_id` is kept after its deletion.
  subject_id uuid not null,
  video_id uuid references videos on delete set null,
  comment_id uuid references comments on delete set null,
  -- The owner of the subject.
  person_id uuid references users on delete set null,
  source text not null check (source in ('report', 'notice', 'own')),
  state text not null default 'open' check (state in ('open', 'closed')),
  -- The rules that its reports, or the moderator who opened it, cite.
  rules text[] not null default '{}',
  is_severe boolean not null default false,
  -- The texts at the time of the report, so that editing does not help. Emptied 215 days after closing.
  snapshot jsonb not null,
  reports_count integer not null default 0,
  claimed_by uuid references users on delete set null,
  claimed_until timestamptz,
  -- Until this time, reports are stored but open no case.
  quiet_until timestamptz,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
create unique index cases_open on cases (kind, subject_id) where state = 'open';
-- Severe cases first, then the oldest. The number of reports does not count, because that would reward brigades.
create index cases_queue on cases (is_severe desc, opened_at, id) where state = 'open';
create index cases_closed on cases (closed_at desc, id desc) where state = 'closed';
create index cases_of_subject on cases (subject_id, opened_at desc);
create index cases_of_person on cases (person_id);
create index cases_of_video on cases (video_id);
create index cases_of_comment on cases (comment_id);
create index cases_by_claim on cases (claimed_by) where claimed_by is not null;

-- Reports are kept when their subject is deleted.
alter table reports alter column video_id drop not null;
alter table reports drop constraint reports_video_id_fkey;
alter table reports add constraint reports_video_id_fkey foreign key (video_id) references videos on delete set null;
alter table reports add column comment_id uuid references comments on delete set null;
-- The reported account, in a report of an account.
alter table reports add column person_id uuid references users on delete set null;
alter table reports add column case_id uuid references cases;
alter table reports add column closed_at timestamptz;
drop index reports_of_person;
-- A person has at most one open report per subject: reporting again updates it. Judged reports do not change.
create unique index reports_of_video_open on reports (video_id, user_id) where user_id is not null and closed_at is null;
create unique index reports_of_comment_open on reports (comment_id, user_id)
  where user_id is not null and closed_at is null;
create unique index reports_of_account_open on reports (person_id, user_id)
  where user_id is not null and closed_at is null;
create index reports_of_case on reports (case_id);
create index reports_of_video on reports (video_id);
create index reports_of_comment on reports (comment_id);
create index reports_of_account on reports (person_id);

create table decisions (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references cases,
  person_id uuid references users on delete set null,
  rule text not null,
  -- The text of the rule on that day.
  rule_text text not null,
  measure text not null check (measure in ('none', 'warn', 'hide', 'restrict', 'suspend')),
  -- Null if it lasts until a moderator lifts it.
  until timestamptz,
  -- The statement for the person. Null only after 215 days since the decision's end.
  facts text check (length(facts) between 1 and 2000),
  -- For staff.
  note text check (length(note) <= 2000),
  source text not null check (source in ('report', 'notice', 'own')),
  detected text not null check (detected in ('person', 'hold')),
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null default now(),
  state text not null default 'in-force' check (state in ('in-force', 'over', 'reversed')),
  ended_at timestamptz,
  -- Time at which the person read it.
  seen_at timestamptz,
  appeal_text text check (length(appeal_text) <= 2000),
  appealed_at timestamptz,
  outcome text check (outcome in ('upheld', 'reversed')),
  answer text check (length(trim(answer)) > 0),
  answered_by uuid references users on delete set null,
  answered_at timestamptz,
  -- Whether the moderator who decided also judged the appeal, because the site has no other. The public log says so.
  same_judge boolean not null default false,
  check (until is null or measure in ('restrict', 'suspend')),
  check ((state = 'in-force') = (ended_at is null)),
  check (appeal_text is null or appealed_at is not null),
  check ((outcome is null) = (answered_at is null)),
  check (appealed_at is not null or outcome is null)
);
create index decisions_of_case on decisions (case_id);
create index decisions_of_person on decisions (person_id, decided_at desc);
create index decisions_by on decisions (decided_by, decided_at desc);
create index decisions_answered_by on decisions (answered_by) where answered_by is not null;
create index decisions_with_end on decisions (until) where state = 'in-force' and until is not null;
create index appeals_waiting on decisions (appealed_at, id) where appealed_at is not null and outcome is null;

-- The public part of decisions, as a chain in which each line's hash covers the line before.
create table public_log (
  number bigint primary key,
  day date not null,
  entry jsonb not null,
  previous bytea,
  hash bytea not null
);
-- Actions of staff, for admins. It does not reference people, because it outlives their accounts.
create table staff_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null for the operator, who uses `npm run admin`.
  actor_id uuid,
  act text not null,
  subject jsonb not null
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Lines of % are never changed', tg_table_name;
end
$$;
create trigger public_log_is_kept before update or delete on public_log
  for each statement execute function refuse_change();
create trigger staff_log_is_kept before update or delete on staff_log
  for each statement execute function refuse_change();

-- Settings that admins change while the site runs. Missing ones have their default (server/features/site/settings).
create table site_settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);
