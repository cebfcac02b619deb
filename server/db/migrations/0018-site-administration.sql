-- Administration of the site (docs/decisions/0035): one-time links, and accounts that await approval.

-- One-time secrets are random, and only their SHA-256 is stored, so that a copy of the database contains no valid one.
-- A secret is consumed by deleting its row, so it works once, however many requests use it.
create table tokens (
  hash bytea primary key,
  -- The account that may use the secret; null if its holder may.
  user_id uuid references users on delete cascade,
  purpose text not null check (purpose in ('claim', 'verify', 'change-email', 'undo-email', 'reset', 'passkey')),
  email text,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index tokens_of_person on tokens (user_id) where user_id is not null;
create index tokens_by_end on tokens (expires_at);

-- Time since which the account has awaited approval; null for all others.
alter table users add column waiting_since timestamptz;
create index users_waiting on users (waiting_since) where waiting_since is not null;

-- The reason that an account awaiting approval gave, and the answer. The row is deleted on approval.
create table join_requests (
  user_id uuid primary key references users on delete cascade,
  -- Null if the person gave no reason.
  reason text check (length(reason) between 1 and 1000),
  asked_at timestamptz not null default now(),
  -- The reason of the rejection. A new request removes it.
  answer text check (length(answer) between 1 and 500),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index join_requests_waiting on join_requests (asked_at) where answer is null;
