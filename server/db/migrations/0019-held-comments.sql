-- Pending comments: those of new accounts await staff (`hold`), those on some clips await the owner (`owner`).

alter table comments drop constraint comments_hidden_for_check;
alter table comments add check (hidden_for <@ array['moderation', 'hold', 'owner', 'account']);
-- The reason for the review by staff; kept after the approval.
alter table comments add column held_because text check (held_because in ('link', 'repeat', 'word'));
-- Time of the approval by staff.
alter table comments add column released_at timestamptz;
-- Digest of the text's letters and digits, if there are enough to recognise it.
alter table comments add column words_digest bigint;

-- Each of these indexes covers few rows of a large table.
create index comments_of_words on comments (words_digest, created_at) where words_digest is not null;
create index comments_released on comments (user_id) where released_at is not null;
-- The queue of staff.
create index comments_held on comments (created_at, id) where 'hold' = any (hidden_for);
-- Pending comments on a clip, for its owner and for their authors.
create index comments_waiting on comments (video_id, user_id) where hidden_for && array['hold', 'owner'];

-- Who may comment on a clip. `held`: each comment is pending until the owner approves it.
alter table videos add column commenting text not null default 'open' check (commenting in ('open', 'held', 'off'));
