-- New clips of followed creators are announced once a day: a row for each follower, creator and day (in UTC). It names
-- no clip: the list looks up those of that day, so that hidden and deleted clips are not counted.
alter table notifications add column day date;

-- Not validated, because that would read the whole table under a lock: existing rows have met stricter checks.
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('comment', 'like', 'follow', 'publish')) not valid;
alter table notifications drop constraint notifications_check1;
alter table notifications add constraint notifications_name_video
  check ((type in ('follow', 'publish')) = (video_id is null)) not valid;
alter table notifications add constraint notifications_name_day
  check ((type = 'publish') = (day is not null)) not valid;
