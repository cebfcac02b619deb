-- Whether the session was signed in with a common password. Staff have to change such a password. It is stored with the
-- session and deleted with it, so that no other table reveals which passwords are worth guessing.
alter table sessions add column is_easy_to_guess boolean not null default false;

-- Finds events that are due for deletion after a year.
create index account_events_by_time on account_events (at);
