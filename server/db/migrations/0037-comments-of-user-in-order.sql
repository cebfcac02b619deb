-- No transaction.
create index concurrently if not exists comments_by_user on comments (user_id, created_at, id);
