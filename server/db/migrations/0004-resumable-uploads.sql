-- Resumable uploads (the tus protocol). The storage knows how many bytes have arrived; a column could disagree with it
-- after a crash.

-- Final size of the upload, once it has begun; null for uploads in a single request.
alter table objects add column upload_length bigint check (upload_length > 0);
