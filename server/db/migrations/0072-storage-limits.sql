-- compatible-from: 0067
-- The storage limit of an account in GB, if an admin has set one. Otherwise the site's setting applies.
alter table users add column storage_limit_gb integer;
alter table users add constraint users_storage_limit_gb_check check (storage_limit_gb between 1 and 100000) not valid;

-- Earlier versions allowed up to 200 GB. A site where an account already stores more than the new default keeps that.
insert into site_settings (key, value)
  select 'storageLimitGb', '200' where exists (select from kept_bytes where size_bytes > 10 * 1024 ^ 3);
