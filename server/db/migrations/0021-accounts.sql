-- Accounts (docs/decisions/0038 to 0043): sessions on devices, recovery and deletion.

-- Facts about sessions that their owner sees. They are not part of `sess`, because rewriting that could restore a
-- session that was just ended. No network address is stored.
alter table sessions add column id uuid not null unique default gen_random_uuid();
alter table sessions add column created_at timestamptz not null default now();
alter table sessions add column used_at timestamptz not null default now();
-- At most 'Firefox on Linux'; null if the client did not say.
alter table sessions add column browser text check (length(browser) <= 100);
alter table sessions add column method text not null default 'password'
  check (method in ('password', 'passkey', 'recovery-code'));

-- Time at which the owner confirmed that e-mail to the address reaches them.
alter table users add column email_verified_at timestamptz;
-- Whether the password signs in. Owners of passkeys can switch that off.
alter table users add column password_sign_in boolean not null default true;
-- Time at which an account is deleted, if its owner requested that (`hidden_for` contains 'deletion').
alter table users add column delete_after timestamptz;
create index users_leaving on users (delete_after) where delete_after is not null;

create table passkeys (
  -- The authenticator's credential id, in base64url.
  id text primary key check (length(id) between 1 and 1400),
  user_id uuid not null references users on delete cascade,
  -- In COSE format.
  public_key bytea not null,
  -- Number of signatures; 0 if the authenticator does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  -- The host that it was created for. No other host can use it.
  rp_id text not null,
  name text not null check (length(name) between 1 and 100),
  -- Whether its provider syncs it to several devices.
  is_backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_of_person on passkeys (user_id, created_at);

-- Codes of 120 random bits, for which a plain hash is enough. A code is consumed by deleting its row.
create table recovery_codes (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade
);
create index recovery_codes_of_person on recovery_codes (user_id);

-- Deleted accounts, whose number and name are never reused.
create table retired_accounts (
  user_number integer primary key,
  -- SHA-256 each.
  username_digest bytea unique,
  -- Only for accounts deleted while suspended, until the suspension would have ended.
  email_digest bytea,
  blocked_until timestamptz,
  check ((email_digest is null) = (blocked_until is null))
);
create index retired_by_email on retired_accounts (email_digest) where email_digest is not null;

-- Changes of an account that its owner should notice: shown until they are seen, kept for a year.
create table account_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 50),
  -- The browser, or the name of a passkey.
  detail text check (length(detail) between 1 and 200),
  at timestamptz not null default now(),
  seen_at timestamptz
);
create index account_events_of_person on account_events (user_id, at desc);
create index account_events_unseen on account_events (user_id) where seen_at is null;
