-- The reasons why a video is hidden, as a set. Removing one keeps the others, so that a file that can be read again
-- does not show a video that a moderator has hidden.
alter table videos add column hidden_for text[] not null default '{}'
  check (hidden_for <@ array['file', 'moderation', 'account']);
update videos set hidden_for = '{file}' where is_hidden;
-- `is_hidden` stays a column, because every list filters by it and has indexes on it.
alter table videos add check (is_hidden = (hidden_for <> '{}'));
