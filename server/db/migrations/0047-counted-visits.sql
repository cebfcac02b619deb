-- compatible-from: 0041
-- Visits that have been counted. A key is a keyed hash of the visit and the video. The key of the hash changes every
-- day, so the visits of a day have a partition of their own, which is truncated after the day instead of deleting each
-- row. Rows of `view_visits` from the day of the upgrade are still read; a later version drops that table.
create table counted_visits (
  key bytea not null,
  -- The number of the day since 1970, modulo 3.
  slot smallint not null,
  primary key (key, slot)
) partition by list (slot);
create table counted_visits_0 partition of counted_visits for values in (0);
create table counted_visits_1 partition of counted_visits for values in (1);
create table counted_visits_2 partition of counted_visits for values in (2);
