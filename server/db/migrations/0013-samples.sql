-- Sample creators, who come with Reverie to fill an empty site. No one can sign in as one.
alter table users add column is_sample boolean not null default false;
update users set is_sample = true where (username, email) in (
  ('slowlight', 'slowlight@demo.invalid'),
  ('inkandtide', 'inkandtide@demo.invalid'),
  ('velvetloop', 'velvetloop@demo.invalid'),
  ('farorbit', 'farorbit@demo.invalid'),
  ('patternhouse', 'patternhouse@demo.invalid')
);

-- One-time actions that have been done, by name.
create table site_marks (
  name text primary key,
  set_at timestamptz not null default now()
);
