-- No transaction.
drop index concurrently if exists comments_of_user;
