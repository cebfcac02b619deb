-- Whether the password that was typed at sign-in is among those that attackers try first: whoever looks after the site
-- is asked for another. Of the session, and gone with it: nothing else tells whose password is worth guessing.
alter table sessions add column is_easy_to_guess boolean not null default false;

-- What is forgotten after a year.
create index account_events_by_time on account_events (at);
