-- No transaction.
-- compatible-from: 0041
-- What is older than ninety days goes, in rounds of the sweep.
create index concurrently if not exists notifications_by_age on notifications (created_at);
