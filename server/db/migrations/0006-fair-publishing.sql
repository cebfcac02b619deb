-- Uploads that are being published, and turns by person in the job queues.

-- The request that is publishing an upload, and the time until which it alone may do so. After a crash the claim
-- expires.
alter table objects add column claim uuid;
alter table objects add column claimed_until timestamptz;
alter table objects add constraint objects_claim_has_end check ((claim is null) = (claimed_until is null));

-- Number of frames, if the file states it. Together with their size it predicts the cost of the renditions. Null if
-- unknown.
alter table videos add column frames_count integer check (frames_count > 0);

-- Turns by person (start-time fair queueing, docs/decisions/0018). Each queue has a clock that counts work: its time is
-- the start of the job that was taken last.
create table queue_clocks (
  queue text primary key,
  now integer not null default 0
);
-- The start of each person's next job. After a pause, the clock's time counts instead.
create table queue_turns (
  queue text not null,
  user_id uuid not null references users (id) on delete cascade,
  next_start integer not null,
  primary key (queue, user_id)
);
create index queue_turns_of_user on queue_turns (user_id);
