-- compatible-from: 0066
-- Start of the follows that a block ended. Removing the block within a minute restores them.
alter table relations add column ended_following timestamptz, add column ended_follower timestamptz;
