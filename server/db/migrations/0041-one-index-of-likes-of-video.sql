-- No transaction.
drop index concurrently if exists likes_of_video;
