-- compatible-from: 0041
-- Several processes of one site (docs/decisions/0054). Who receives an upload just now, as a lease: whoever wants it next
-- takes the right to renew it (`receiver`) away, and has it once it was given back or has run out.
alter table objects
  add column receiver uuid,
  add column receiver_until timestamptz;

-- An object that lies in the site's storage and nowhere else: a process that does not find it there has other files.
create table storage_mark (
  id uuid not null,
  is_only boolean primary key default true check (is_only)
);
