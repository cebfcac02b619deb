-- Changes of an account's address (docs/decisions/0039). A link sent to the new address confirms the change; a link
-- sent to the former one undoes it. A row, with its addresses, is kept only as long as one of its links may be valid.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  email text not null check (length(email) between 1 and 254),
  asked_at timestamptz not null default now(),
  -- The address before the change; set once it is changed.
  former text check (length(former) between 1 and 254),
  -- Whether the former address was confirmed. If not, it may be a stranger's, who must not be able to take the account
  -- over.
  former_is_proven boolean not null default false,
  done_at timestamptz,
  check ((former is null) = (done_at is null))
);
create unique index email_changes_asked on email_changes (user_id) where done_at is null;
create index email_changes_of_person on email_changes (user_id);
