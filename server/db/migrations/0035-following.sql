-- Where somebody's last visit to the clips of people they follow ended: when the newest of those was published that
-- they have seen.
create table feed_visits (
  user_id uuid primary key references users (id) on delete cascade,
  following_at timestamptz not null
);
