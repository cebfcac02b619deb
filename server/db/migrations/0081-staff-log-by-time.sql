-- No transaction.
-- compatible-from: 0067
-- Finds what staff did in the last minutes (`hurried-staff.ts`).
create index concurrently if not exists staff_log_by_time on staff_log (at);
