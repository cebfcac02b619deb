-- The end of each viewer's last visit to the clips of people they follow: the publication time of the newest clip that
-- they have seen.
create table feed_visits (
  user_id uuid primary key references users (id) on delete cascade,
  following_at timestamptz not null
);
