-- No transaction.
create index concurrently if not exists videos_by_tool on videos (tool_used, created_at desc, id desc) where not is_hidden;
