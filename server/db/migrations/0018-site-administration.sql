-- Who looks after the site (docs/decisions/0035): links that are good once, and accounts that wait to be let in.

-- What somebody holds is drawn at random; only its SHA-256 is kept, so that no copy of the database opens anything.
-- Taken by deleting the row: it is good once, however many try.
create table tokens (
  hash bytea primary key,
  -- Whom it is for; null where whoever holds it may use it.
  user_id uuid references users on delete cascade,
  purpose text not null check (purpose in ('claim', 'verify', 'change-email', 'undo-email', 'reset', 'passkey')),
  email text,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index tokens_of_person on tokens (user_id) where user_id is not null;
create index tokens_by_end on tokens (expires_at);

-- Since when an account waits to be let in; null for all that do not.
alter table users add column waiting_since timestamptz;
create index users_waiting on users (waiting_since) where waiting_since is not null;

-- What those who wait say for themselves, and what they were answered. It goes with being let in.
create table join_requests (
  user_id uuid primary key references users on delete cascade,
  -- Null for those who never said one.
  reason text check (length(reason) between 1 and 1000),
  asked_at timestamptz not null default now(),
  -- Why they were not let in. Asking again takes its place.
  answer text check (length(answer) between 1 and 500),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index join_requests_waiting on join_requests (asked_at) where answer is null;
