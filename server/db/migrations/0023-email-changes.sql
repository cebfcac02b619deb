-- Changes of an account's address (docs/decisions/0039): asked for by letter to the new one, and taken back from the
-- former. A row is kept for as long as a link of it may be good: no address longer than that.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  email text not null check (length(email) between 1 and 254),
  asked_at timestamptz not null default now(),
  -- The address before the change; set once it is changed.
  former text check (length(former) between 1 and 254),
  -- Whether letters were known to reach that: if not, it may be a stranger's, who must not take the account over.
  former_is_proven boolean not null default false,
  done_at timestamptz,
  check ((former is null) = (done_at is null))
);
create unique index email_changes_asked on email_changes (user_id) where done_at is null;
create index email_changes_of_person on email_changes (user_id);
