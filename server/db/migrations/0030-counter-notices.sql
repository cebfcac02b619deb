-- Counter-notices against decisions that a copyright notice led to (the USA's Copyright Act, § 512(g)(3)). The subject
-- is shown again on a day, unless the sender of the notice goes to court.
create table counter_notices (
  id uuid primary key default gen_random_uuid(),
  decision_id uuid not null unique references decisions on delete cascade,
  -- Null once the texts of the decision have been deleted.
  explanation text check (length(explanation) <= 4000),
  -- Only the operator can read these.
  name text check (length(name) <= 200),
  contact text check (length(contact) <= 4000),
  signature text check (length(signature) <= 200),
  sent_at timestamptz not null default now(),
  restore_on date not null,
  court_action_at timestamptz
);
create index counter_notices_due on counter_notices (restore_on) where court_action_at is null;
