-- compatible-from: 0049
-- The processes of the site. Each records a heartbeat every ten seconds.
create unlogged table processes (
  id uuid primary key,
  role text not null check (role in ('all', 'web', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  -- Set by an orderly stop.
  stopped_at timestamptz
);
