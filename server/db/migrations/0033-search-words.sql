-- What the index makes of each word ("city" is "citi" there): several words may be one in it. People are shown words.
alter table search_words add column lexeme text not null default '';
create index search_words_by_lexeme on search_words (lexeme);

-- Creators by how their username begins.
create index users_by_username_prefix on users (username text_pattern_ops) where username is not null;
