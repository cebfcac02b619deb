-- compatible-from: 0067
-- The site's own icon, by the hash in its address. It is in the database, so that every process and backup has it.
create table site_pictures (
  hash text primary key,
  stored_at timestamptz not null default now(),
  content bytea not null check (octet_length(content) <= 2097152)
);
