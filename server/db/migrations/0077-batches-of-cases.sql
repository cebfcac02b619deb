-- compatible-from: 0067
-- Batches can also decide open cases. The subject of their items is then a case, about a clip, a comment or an account.
alter table batches drop constraint batches_kind_check, drop constraint batches_measure_check;
alter table batches
  add constraint batches_kind_check check (kind in ('video', 'comment', 'account', 'case')),
  add constraint batches_measure_check check (measure in ('none', 'warn', 'hide', 'restrict', 'suspend')),
  -- Whether further reports of cases without a violation open no case for a while.
  add column is_quiet boolean not null default false;
-- The number of reports that the moderator saw. A case with later reports is skipped, and keeps its subject_id, which
-- names no account.
alter table batch_items add column seen_reports integer;
