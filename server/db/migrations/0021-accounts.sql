-- Accounts (docs/decisions/0038 to 0043): sessions on devices, recovery and deletion.

-- Facts about sessions that their owner sees. They are not part of `sess`, because rewriting that could restore a
-- session that was just ended. No network address is stored.
alter table sessions add column id uuid not null unique default gen_random_uuid();
alter table sessions add column created_at timestamptz not null default now();
alter table sessions add column used_at timestamptz not null default now();
-- 'Firefox on Linux', at most; null where a program did not say.
alter table sessions add column browser text check (length(browser) <= 100);
alter table sessions add column method text not null default 'password'
  check (method in ('password', 'passkey', 'recovery-code'));

-- Time at which the owner confirmed that e-mail to the address reaches them.
alter table users add column email_verified_at timestamptz;
-- Whether the password signs in; who has passkeys may say no.
alter table users add column password_sign_in boolean not null default true;
-- When an account that its person wants to leave is removed (`hidden_for` holds 'deletion').
alter table users add column delete_after timestamptz;
create index users_leaving on users (delete_after) where delete_after is not null;

create table passkeys (
  -- As the authenticator names it, in base64url.
  id text primary key check (length(id) between 1 and 1400),
  user_id uuid not null references users on delete cascade,
  -- In COSE form.
  public_key bytea not null,
  -- How often it signed; 0 where the authenticator does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  -- The host that it was made for: another one cannot ask for it.
  rp_id text not null,
  name text not null check (length(name) between 1 and 100),
  -- Whether its maker keeps it on several devices.
  is_backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_of_person on passkeys (user_id, created_at);

-- 120 random bits each: a plain hash is enough. Used by deleting the row.
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
  -- Only of those who left while they were suspended, until the suspension would have ended.
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
  -- Which one: the browser, or the name of a passkey.
  detail text check (length(detail) between 1 and 200),
  at timestamptz not null default now(),
  seen_at timestamptz
);
create index account_events_of_person on account_events (user_id, at desc);
create index account_events_unseen on account_events (user_id) where seen_at is null;
