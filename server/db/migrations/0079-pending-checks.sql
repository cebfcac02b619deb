-- No transaction.
-- compatible-from: 0067
-- Finds clips whose credentials have not been checked, oldest first.
create index concurrently if not exists videos_with_pending_check on videos (created_at)
  where provenance_check = 'pending';
