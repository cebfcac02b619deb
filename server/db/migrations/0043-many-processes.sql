-- compatible-from: 0041
-- Several processes of one site (docs/decisions/0054). The process that receives an upload holds a lease. The next
-- process takes away the right to renew it (`receiver`), and holds it once it is returned or has expired.
alter table objects
  add column receiver uuid,
  add column receiver_until timestamptz;

-- An object that exists only in the site's storage: a process that does not find it uses other files.
create table storage_mark (
  id uuid not null,
  is_only boolean primary key default true check (is_only)
);
