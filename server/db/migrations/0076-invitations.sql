-- compatible-from: 0067
-- Links with which people sign up even if registration is closed or needs approval.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the secret in the link, so that a copy of the database contains no valid one.
  hash bytea not null unique,
  note text check (length(note) between 1 and 100),
  max_uses integer not null check (max_uses between 1 and 1000),
  -- Includes accounts that have been deleted since.
  uses_count integer not null default 0 check (uses_count between 0 and max_uses),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- Null if the link never expires.
  expires_at timestamptz,
  revoked_at timestamptz
);
create index invitations_by_time on invitations (created_at desc, id desc);

create table invited_users (
  user_id uuid primary key references users on delete cascade,
  invitation_id uuid not null references invitations
);
create index invited_users_of_invitation on invited_users (invitation_id);
