-- No transaction.
-- What is rising reads the likes of a video by their time, and of each only whose it is: with this, never the rows.
create index concurrently if not exists likes_of_video_in_order on likes (video_id, created_at) include (user_id);
