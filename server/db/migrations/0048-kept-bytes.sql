-- compatible-from: 0041
-- Bytes of each person's published and hidden objects. Every step of an upload reads it. It is not part of `users`,
-- whose rows are locked before those of videos in some transactions and after them in others: this row is always locked
-- last.
create table kept_bytes (
  user_id uuid primary key references users (id) on delete cascade,
  size_bytes bigint not null
);

-- Returns the number of bytes that an object counts for.
create function kept_bytes_of(state text, size_bytes bigint) returns bigint language sql immutable as
  $$ select case when state in ('published', 'hidden') then coalesce(size_bytes, 0) else 0 end $$;

create function keep_kept_bytes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update kept_bytes set size_bytes = size_bytes - kept_bytes_of(old.state, old.size_bytes)
      where user_id = old.owner_id and kept_bytes_of(old.state, old.size_bytes) <> 0;
  end if;
  if tg_op <> 'DELETE' then
    -- The person may have been deleted by the end of the transaction.
    insert into kept_bytes as known
      select id, kept_bytes_of(new.state, new.size_bytes) from users
      where id = new.owner_id and kept_bytes_of(new.state, new.size_bytes) <> 0
      on conflict (user_id) do update set size_bytes = known.size_bytes + excluded.size_bytes;
  end if;
  return null;
end $$;

-- Deferred to the commit, so that the row is locked briefly and after all others.
create constraint trigger kept_bytes_inserted after insert on objects deferrable initially deferred
  for each row when (kept_bytes_of(new.state, new.size_bytes) <> 0) execute function keep_kept_bytes();
create constraint trigger kept_bytes_updated after update on objects deferrable initially deferred
  for each row when (
    kept_bytes_of(old.state, old.size_bytes) <> kept_bytes_of(new.state, new.size_bytes)
    or (old.owner_id is distinct from new.owner_id and kept_bytes_of(new.state, new.size_bytes) <> 0)
  ) execute function keep_kept_bytes();
create constraint trigger kept_bytes_deleted after delete on objects deferrable initially deferred
  for each row when (kept_bytes_of(old.state, old.size_bytes) <> 0) execute function keep_kept_bytes();
