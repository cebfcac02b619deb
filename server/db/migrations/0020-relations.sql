-- Mutes and blocks (docs/decisions/0037). A block includes a mute, so that a pair has one row.
create table relations (
  -- The account that muted or blocked the other.
  user_id uuid not null references users on delete cascade,
  target_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('mute', 'block')),
  created_at timestamptz not null default now(),
  primary key (user_id, target_id),
  check (user_id <> target_id)
);
-- The list of a person's own mutes and blocks, newest first.
create index relations_of_user on relations (user_id, created_at desc, target_id desc);
-- Keeps removing a person cheap.
create index relations_of_target on relations (target_id);

-- Refuses a follow between accounts with a block. At this point the transaction that inserts the follow has changed the
-- counts of both accounts and holds their rows, which a block locks first: either the block sees the follow and ends
-- it, or this trigger sees the block.
create function refuse_follows_of_blocked() returns trigger language plpgsql as $$
begin
  if exists (
    select from added join relations on kind = 'block'
      and (user_id, target_id) in ((following_id, follower_id), (follower_id, following_id))
  ) then
    raise exception 'Nobody follows across a block' using errcode = 'check_violation', constraint = 'follows_not_blocked';
  end if;
  return null;
end
$$;
create trigger follows_not_blocked after insert on follows referencing new table as added
  for each statement execute function refuse_follows_of_blocked();
