-- compatible-from: 0049
-- How an owner takes an account back from a thief (docs/decisions/0040).

-- When a reset link or a recovery code last set the password. For an hour, signing in by that password lets its owner
-- remove passkeys that they cannot show.
alter table users add column password_reset_at timestamptz;

-- When the change happened that an undo link takes back. Null for other links, and for undo links from before.
alter table tokens add column changed_at timestamptz;

-- Codes from before this migration are older than any change that can be taken back.
alter table recovery_codes add column made_at timestamptz not null default '-infinity';
alter table recovery_codes alter column made_at set default now();

-- Codes that newer ones have replaced, for as long as that can be taken back. A table of their own, so that nothing
-- that looks for a good code can find them.
create table voided_recovery_codes (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  made_at timestamptz not null,
  voided_at timestamptz not null default now()
);
create index voided_recovery_codes_of_person on voided_recovery_codes (user_id);
create index voided_recovery_codes_by_time on voided_recovery_codes (voided_at);
