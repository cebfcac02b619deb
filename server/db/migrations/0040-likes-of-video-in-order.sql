-- No transaction.
-- Rising reads the likes of a video by time, and of each only its user: with this index, without reading rows.
create index concurrently if not exists likes_of_video_in_order on likes (video_id, created_at) include (user_id);
