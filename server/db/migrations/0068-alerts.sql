-- compatible-from: 0067
-- When staff were last alerted, by reason and by way of sending.
create table alerts (
  kind text not null,
  channel text not null check (channel in ('log', 'email', 'webhook')),
  -- Events until this time are part of earlier alerts.
  covered_until timestamptz not null default now(),
  -- When a lasting condition, such as a full disk, was last found.
  found_at timestamptz,
  sent_at timestamptz,
  -- Until then one process is sending it.
  claimed_until timestamptz,
  primary key (kind, channel)
);
-- The backups that ended, with the reason if one failed.
create table backups (
  id bigint generated always as identity primary key,
  ended_at timestamptz not null default now(),
  failure text
);
