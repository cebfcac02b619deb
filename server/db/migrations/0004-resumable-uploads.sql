-- Uploads that may be continued (the tus protocol). How much of one has arrived is what storage holds, not a column:
-- two places that know it could disagree after a crash.

-- All the bytes that the upload will have, once it has begun; null for those that come in one piece.
alter table objects add column upload_length bigint check (upload_length > 0);
