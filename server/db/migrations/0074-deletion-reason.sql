-- compatible-from: 0067
-- Why an admin scheduled the account for deletion. Null if its owner requested it, or if no deletion is scheduled. The
-- check stops a process of an earlier version, which does not know the reason, from cancelling the deletion.
alter table users add column deletion_reason text
  constraint users_deletion_reason_check check (deletion_reason is null or delete_after is not null);
