-- compatible-from: 0049
-- Taking an account back from a thief (docs/decisions/0040).

-- Time at which a reset link or a recovery code last set the password. For an hour, signing in by that password lets
-- the owner remove passkeys that they do not have.
alter table users add column password_reset_at timestamptz;

-- Time of the change that an undo link reverts. Null for other links, and for undo links from before this migration.
alter table tokens add column changed_at timestamptz;

-- Codes from before this migration are older than any change that can be undone.
alter table recovery_codes add column made_at timestamptz not null default '-infinity';
alter table recovery_codes alter column made_at set default now();

-- Codes that newer ones have replaced, as long as that can be undone. They are in a separate table, so that no query
-- for valid codes can find them.
create table voided_recovery_codes (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  made_at timestamptz not null,
  voided_at timestamptz not null default now()
);
create index voided_recovery_codes_of_person on voided_recovery_codes (user_id);
create index voided_recovery_codes_by_time on voided_recovery_codes (voided_at);
