-- Account deletion (docs/decisions/0042).

-- Accounts that are hidden because of their deletion have a day of deletion, and the other way round.
alter table users add check (('deletion' = any (hidden_for)) = (delete_after is not null));

create index retired_while_suspended on retired_accounts (blocked_until) where blocked_until is not null;

-- Finds decisions about deleted accounts, whose texts are deleted in time even while the decision is in force.
create index decisions_of_nobody on decisions (coalesce(ended_at, decided_at))
  where facts is not null and person_id is null;
