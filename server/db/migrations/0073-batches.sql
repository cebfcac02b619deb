-- compatible-from: 0067
-- Decisions about many subjects that a moderator made at once. A job decides one item after another, and an undo
-- reverses them in the same way.
create table batches (
  id uuid primary key,
  kind text not null check (kind in ('video', 'comment', 'account')),
  rule text not null,
  measure text not null check (measure in ('warn', 'hide', 'restrict', 'suspend')),
  until timestamptz,
  -- The texts are deleted once the batch is finished. Each decision keeps its own copy.
  facts text,
  note text,
  -- Whether these are comments with the same words, which are decided at once.
  is_wave boolean not null default false,
  made_by uuid references users on delete set null,
  made_at timestamptz not null default now(),
  undone_by uuid references users on delete set null,
  undone_at timestamptz,
  undo_answer text,
  -- Null while items are left to decide or to reverse.
  finished_at timestamptz
);
create index batches_by_time on batches (made_at desc);
create index batches_unfinished on batches (made_at) where finished_at is null;

create table batch_items (
  batch_id uuid not null references batches on delete cascade,
  position integer not null,
  -- Null once the item was decided or skipped, so that no account is named here after its deletion.
  subject_id uuid,
  decision_id uuid references decisions on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'decided', 'skipped', 'undone')),
  -- Whether the decision closed a case that existed before. Its undo opens a new one.
  had_case boolean not null default false,
  -- Why the item was skipped, or why its decision was not reversed.
  reason text,
  primary key (batch_id, position)
);
create index batch_items_of_decision on batch_items (decision_id) where decision_id is not null;
