-- compatible-from: 0067
-- Why an admin scheduled the account for deletion. Null if its owner requested it.
alter table users add column deletion_reason text;
