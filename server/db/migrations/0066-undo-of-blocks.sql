-- compatible-from: 0066
-- The times of the follows that a block ended. Taking the block back at once restores them.
alter table relations add column ended_following timestamptz, add column ended_follower timestamptz;
