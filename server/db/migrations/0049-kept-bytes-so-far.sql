-- No transaction.
-- compatible-from: 0041
-- Counts the stored bytes of each person in a transaction of its own. Objects that change meanwhile add their change
-- themselves: their transactions wait for the row, or are seen by the statement after it was locked.
do $$
declare
  person uuid;
begin
  for person in select distinct owner_id from objects where owner_id is not null loop
    insert into kept_bytes select id, 0 from users where id = person on conflict do nothing;
    perform from kept_bytes where user_id = person for update;
    update kept_bytes set size_bytes = (
      select coalesce(sum(kept_bytes_of(state, objects.size_bytes)), 0) from objects where owner_id = person
    ) where user_id = person;
    commit;
  end loop;
end $$;
