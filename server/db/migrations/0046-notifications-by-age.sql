-- No transaction.
-- compatible-from: 0041
-- Finds notifications older than ninety days, which the sweep deletes in rounds.
create index concurrently if not exists notifications_by_age on notifications (created_at);
