-- compatible-from: 0067
-- The storage limit of an account in GB, if an admin has set one. Otherwise the site's setting applies.
alter table users add column storage_limit_gb integer;
alter table users add constraint users_storage_limit_gb_check check (storage_limit_gb between 1 and 100000) not valid;

-- Earlier versions allowed up to 200 GB. Accounts that already store more than the new default keep that limit.
update users set storage_limit_gb = 200
  from kept_bytes where kept_bytes.user_id = users.id and size_bytes > 10 * 1024 ^ 3;
