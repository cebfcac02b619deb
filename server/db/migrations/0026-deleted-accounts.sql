-- Leaving (docs/decisions/0042).

-- Who is hidden because they leave has a day on which they are gone, and the other way round.
alter table users add check (('deletion' = any (hidden_for)) = (delete_after is not null));

create index retired_while_suspended on retired_accounts (blocked_until) where blocked_until is not null;

-- What was decided about people who are gone loses its words in time, also while it is in force.
create index decisions_of_nobody on decisions (coalesce(ended_at, decided_at))
  where facts is not null and person_id is null;
