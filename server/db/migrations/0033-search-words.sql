-- The lexeme of each word in the index ("city" is "citi"). Several words may share one. Suggestions show words.
alter table search_words add column lexeme text not null default '';
create index search_words_by_lexeme on search_words (lexeme);

-- Creators by the beginning of their username.
create index users_by_username_prefix on users (username text_pattern_ops) where username is not null;
