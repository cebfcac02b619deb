-- compatible-from: 0041
-- Visits that have been counted. A key is a keyed hash of the visit and the video; the hash's key changes every day, so
-- those of a day are alone in a part of their own, which is emptied whole, in a moment, once the day is over. Before, each
-- row was deleted by itself. What `view_visits` holds of the day of the upgrade is still looked at; a later version drops it.
create table counted_visits (
  key bytea not null,
  -- The number of the day since 1970, modulo 3.
  slot smallint not null,
  primary key (key, slot)
) partition by list (slot);
create table counted_visits_0 partition of counted_visits for values in (0);
create table counted_visits_1 partition of counted_visits for values in (1);
create table counted_visits_2 partition of counted_visits for values in (2);
